// A canvas with a camera that people can turn. It draws only when something changed.

import {
  AmbientLight,
  DirectionalLight,
  HemisphereLight,
  MathUtils,
  Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector2,
  Raycaster,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { el } from "../dom";
import { t } from "../language";

/** From where a stage is looked at first. */
export interface Outlook {
  /** The point that stays in the middle, metres. */
  readonly target: Vector3;
  /** How far away the camera is, metres. */
  readonly distance: number;
  /** Degrees to the right of the front. */
  readonly azimuth: number;
  /** Degrees above the table. */
  readonly elevation: number;
}

/** Something that moves: draws itself at a time of `performance.now()` and returns whether it goes on moving. */
export type Ticker = (now: number) => boolean;

/** How finely a stage is drawn. Machines without a graphics card draw coarsely while something moves, and finely at rest. */
interface Quality {
  readonly shadows: boolean;
  /** Drawn pixels for each pixel of the page. */
  readonly ratio: number;
}
const FINE: Quality = { shadows: true, ratio: Math.min(Math.max(devicePixelRatio, 1), 2) };
const REST: Quality = { shadows: true, ratio: 1 };
const COARSE: Quality = { shadows: false, ratio: 1 };
/** Milliseconds without a motion before a coarse stage is drawn finely. */
const REST_AFTER = 200;

/** A machine that draws with its processor has other things to do too. Between two pictures it rests this many milliseconds at
 * least, and this many times as long as it took to draw. */
const SLOW_PAUSE = 70;
const SLOW_SHARE = 2;

/** A drawn scene. */
export class Stage {
  readonly scene = new Scene();
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  /** Goes back to the first view; it is there while another one is seen. */
  readonly reset = el("button", { type: "button", class: "button small view-reset", onclick: () => this.lookAtStart() }, t("scene.reset"));
  /** Whether the context was lost and has not come back. */
  lost = false;
  /** Draws on top of each picture. */
  after: (renderer: WebGLRenderer) => void = () => {};
  /** How many pictures were drawn. */
  frames = 0;
  private readonly controls: OrbitControls;
  private readonly tickers: Ticker[] = [];
  private readonly lamp: DirectionalLight;
  private readonly isSlow = hasNoGraphicsCard();
  private quality: Quality | undefined;
  private fixed: Quality | undefined;
  private restTimer = 0;
  private wanted = 0;
  private drawnAt = -Infinity;
  private pause = 0;

  constructor(
    label: string,
    private readonly outlook: Outlook,
  ) {
    this.canvas = document.createElement("canvas");
    this.canvas.className = "stage";
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", t("scene.keys", { label }));
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: !this.isSlow, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.camera = new PerspectiveCamera(32, 1, outlook.distance / 50, outlook.distance * 10);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enablePan = false;
    this.controls.enableZoom = false;
    this.controls.minDistance = outlook.distance * 0.4;
    this.controls.maxDistance = outlook.distance * 2;
    this.controls.addEventListener("change", () => {
      this.reset.hidden = this.camera.position.distanceTo(this.start) < outlook.distance / 1000;
      this.draw();
    });
    // A finger that moves up or down scrolls the page; the wheel zooms only after a click.
    this.canvas.style.touchAction = "pan-y";
    this.canvas.addEventListener("focus", () => (this.controls.enableZoom = true));
    this.canvas.addEventListener("blur", () => (this.controls.enableZoom = false));
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
    this.canvas.addEventListener("webglcontextlost", () => (this.lost = true));
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      this.draw();
    });
    this.lamp = this.light();
    this.lookAtStart();
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  /** Draws soon, once for all calls until then. */
  draw = (): void => {
    if (this.wanted !== 0) return;
    const wait = this.drawnAt + this.pause - performance.now();
    if (wait > 0) this.wanted = -window.setTimeout(() => (this.wanted = requestAnimationFrame((now) => this.frame(now))), wait);
    else this.wanted = requestAnimationFrame((now) => this.frame(now));
  };

  /** Lets something move with the pictures. */
  addTicker(ticker: Ticker): void {
    this.tickers.push(ticker);
    this.draw();
  }

  /** A ray from the eye through a point of the window. */
  ray(clientX: number, clientY: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const point = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(point, this.camera);
    return ray;
  }

  /** Looks as at the start. */
  lookAtStart(): void {
    this.controls.target.copy(this.outlook.target);
    this.camera.position.copy(this.start);
    this.controls.update();
    this.draw();
  }

  /** Where the eye is at first. */
  private get start(): Vector3 {
    const { target, distance, azimuth, elevation } = this.outlook;
    const [around, above] = [MathUtils.degToRad(azimuth), MathUtils.degToRad(elevation)];
    const away = new Vector3(Math.sin(around) * Math.cos(above), -Math.cos(around) * Math.cos(above), Math.sin(above));
    return away.multiplyScalar(distance).add(target);
  }

  private frame(now: number): void {
    this.wanted = 0;
    let moves = false;
    for (const ticker of this.tickers) moves = ticker(now) || moves;
    const begun = performance.now();
    this.paint(this.isSlow ? COARSE : FINE);
    if (this.isSlow) {
      this.awaitPicture();
      this.pause = Math.max(SLOW_PAUSE, SLOW_SHARE * (performance.now() - begun));
      clearTimeout(this.restTimer);
      this.restTimer = window.setTimeout(() => this.wanted === 0 && this.paint(REST), REST_AFTER);
    }
    // What a ticker changed was drawn just now.
    this.cancel();
    this.drawnAt = performance.now();
    if (moves) this.draw();
  }

  /** Returns when the picture is there: drawing goes on after `render`, until a pixel is asked for. */
  private awaitPicture(): void {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  /** Draws finely from now on, however slow that is; for pictures. */
  drawFinely(): void {
    this.fixed = { shadows: true, ratio: 2 };
    this.paint(this.fixed);
  }

  private paint(wanted: Quality): void {
    const quality = this.fixed ?? wanted;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    if (quality !== this.quality) {
      this.quality = quality;
      this.lamp.castShadow = quality.shadows;
      this.renderer.setPixelRatio(quality.ratio);
      this.renderer.setSize(width, height, false);
    }
    this.renderer.render(this.scene, this.camera);
    this.after(this.renderer);
    this.frames++;
  }

  /** Forgets the picture that was to be drawn soon: a timer has a negative number, a frame a positive one. */
  private cancel(): void {
    if (this.wanted < 0) clearTimeout(-this.wanted);
    else cancelAnimationFrame(this.wanted);
    this.wanted = 0;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // A narrow canvas shows as much from left to right as a square one.
    this.camera.zoom = Math.min(1, this.camera.aspect);
    this.camera.updateProjectionMatrix();
    this.cancel();
    this.frame(performance.now());
  }

  private onKey(event: KeyboardEvent): void {
    const step: Record<string, [around: number, down: number, zoom: number]> = {
      ArrowLeft: [-0.12, 0, 1],
      ArrowRight: [0.12, 0, 1],
      ArrowUp: [0, -0.1, 1],
      ArrowDown: [0, 0.1, 1],
      "+": [0, 0, 0.9],
      "=": [0, 0, 0.9],
      "-": [0, 0, 1.1],
    };
    if (event.key === "Home") this.lookAtStart();
    else {
      const found = step[event.key];
      if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
      const [around, down, zoom] = found;
      const { target, minDistance, maxDistance } = this.controls;
      // Spherical counts from y; here z is up.
      const offset = this.camera.position.clone().sub(target);
      const place = new Spherical().setFromCartesianCoords(offset.x, offset.z, -offset.y);
      place.theta += around;
      place.phi = MathUtils.clamp(place.phi + down, 0.05, Math.PI - 0.05);
      place.radius = MathUtils.clamp(place.radius * zoom, minDistance, maxDistance);
      const { x, y, z } = new Vector3().setFromSpherical(place);
      this.camera.position.set(x, -z, y).add(target);
      this.controls.update();
      this.draw();
    }
    event.preventDefault();
  }

  private light(): DirectionalLight {
    const { target, distance } = this.outlook;
    this.scene.add(new AmbientLight(0xffffff, 0.7));
    const sky = new HemisphereLight(0xffffff, 0x8892a0, 1.5);
    sky.position.set(0, 0, 1);
    this.scene.add(sky);
    const lamp = (x: number, y: number, z: number, power: number) => {
      const light = new DirectionalLight(0xffffff, power);
      light.position.set(x, y, z).multiplyScalar(distance).add(target);
      light.target.position.copy(target);
      this.scene.add(light, light.target as Object3D);
      return light;
    };
    const main = lamp(0.5, -0.7, 1.2, 1.9);
    lamp(-0.8, 0.5, 0.4, 0.5);
    main.shadow.mapSize.set(1024, 1024);
    const reach = distance * 0.42;
    Object.assign(main.shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: distance * 0.2,
      far: distance * 3,
    });
    main.shadow.bias = -0.0008;
    main.shadow.normalBias = 0.0006;
    return main;
  }
}

/** Whether the browser draws with the processor alone. */
function hasNoGraphicsCard(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = info && (context?.getParameter(info.UNMASKED_RENDERER_WEBGL) as string);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name ?? "");
}
