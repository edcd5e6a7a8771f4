// The rig in three dimensions: its URDF with live joints, and the cube between the claws.

import { BufferGeometry, Group, Material, Mesh, MeshLambertMaterial, Object3D, Vector3, type Color } from "three";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import URDFLoader, { type URDFRobot } from "urdf-loader";
import { CubeModel } from "../cube/model";
import { FACES, direction } from "../cube/stickers";
import type { CubeInClaws, Scene } from "../protocol";
import { SceneBuffer, type Posture } from "./motion";
import { Stage } from "./stage";

/** The rig's sides in the order of [`CubeInClaws.layers`]. */
const SIDES = "RLFB";
const OUTLOOK = { target: new Vector3(0, 0, 0.145), distance: 0.62, azimuth: 36, elevation: 40 };

/** The stage on which the rig stands. */
export class RigScene {
  readonly stage = new Stage("The rig in three dimensions", OUTLOOK);
  readonly cube = new CubeModel();
  private robot: URDFRobot | undefined;
  private readonly scenes = new SceneBuffer();
  /** The meshes that each moving joint carries, and what they look like while it is up to date. */
  private readonly carried = new Map<string, Map<Mesh, Material | Material[]>>();
  private readonly ghost = new MeshLambertMaterial({ color: 0x9aa3ad, transparent: true, opacity: 0.35 });
  private readonly place = new Group();
  private doubtful = "";
  private old = "";
  private loading: Promise<void> | undefined;

  constructor() {
    this.place.position.set(0, 0, 0.16);
    this.place.add(this.cube.object);
    this.place.visible = false;
    this.stage.scene.add(this.place);
    this.cube.onChange = this.stage.draw;
    this.stage.addTicker((now) => this.tick(now));
  }

  /** Loads what the server has of the rig; once, but again after it could not. */
  load(): Promise<void> {
    this.loading ??= this.loadNow().catch((error: Error) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async loadNow(): Promise<void> {
    const answer = await fetch("rig.urdf");
    if (!answer.ok) throw new Error(`the rig's description cannot be read: ${answer.status} ${answer.statusText}`);
    const shapes = new Map<string, Promise<BufferGeometry>>();
    const loader = new URDFLoader();
    loader.loadMeshCb = (path, _manager, material, done) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      let shape = shapes.get(name);
      if (!shape) shapes.set(name, (shape = new STLLoader().loadAsync(`meshes/${name}`)));
      shape.then(
        (geometry) => done(new Mesh(geometry, material)),
        (error: Error) => done(new Object3D(), error),
      );
    };
    const robot = loader.parse(await answer.text());
    // A rig whose server lacks a shape is drawn without it. When the server has gone, all is loaded again once it is back.
    for (const shape of await Promise.allSettled(shapes.values())) {
      if (shape.status === "rejected" && shape.reason instanceof TypeError) throw shape.reason;
    }
    robot.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.material = matte(part.material as Material);
      part.castShadow = part.receiveShadow = true;
    });
    for (const [name, joint] of Object.entries(robot.joints)) {
      if (joint.jointType !== "fixed") this.carried.set(name, ownMeshes(joint));
    }
    this.robot = robot;
    this.stage.scene.add(robot);
    const center = robot.links.rig_center;
    if (center) {
      this.place.position.set(0, 0, 0);
      center.add(this.place);
    }
    this.old = "";
    this.stage.draw();
  }

  /** Shows a scene that came just now. */
  push(scene: Scene): void {
    if (this.scenes.push(scene, performance.now())) this.stage.draw();
  }

  /** The next scene is shown at once: the connection was lost. */
  forget(): void {
    this.scenes.clear();
  }

  /** Shows these joints as old: nobody takes them for live. */
  setOld(names: readonly string[]): void {
    const old = names.join();
    if (old === this.old) return;
    this.old = old;
    for (const [name, meshes] of this.carried) {
      const isOld = names.includes(name.replace("_mimic", ""));
      for (const [mesh, material] of meshes) mesh.material = isOld ? this.ghost : material;
    }
    this.stage.draw();
  }

  private tick(now: number): boolean {
    const shown = this.scenes.at(now);
    if (shown) this.show(shown.posture);
    return this.cube.tick(now) || (shown?.moves ?? false);
  }

  private show({ joints, cube }: Posture): void {
    for (const [name, position] of Object.entries(joints)) this.robot?.joints[name]?.setJointValue(position);
    this.place.visible = cube !== null;
    if (!cube) return;
    this.place.scale.setScalar(cube.edge);
    this.place.quaternion.set(...cube.orientation);
    this.cube.setStickers(cube.stickers);
    this.cube.setGlass(!isSeen(cube));
    const doubtful = cube.doubtful.join();
    if (doubtful !== this.doubtful) {
      this.doubtful = doubtful;
      this.cube.setDoubtful(cube.doubtful);
    }
    const turns = Array.from(SIDES, (side, index) => {
      const face = cube.faces_at_sides.charAt(FACES.indexOf(side));
      return { axis: direction(face), layers: [1], angle: cube.layers[index] ?? 0 };
    });
    this.cube.setLayers(turns);
  }
}

/** Whether more than the centres is known of a cube: these are known before anything is seen. */
export function isSeen({ stickers }: CubeInClaws): boolean {
  return Array.from(stickers).some((letter, sticker) => letter !== "?" && sticker % 9 !== 4);
}

/** URDF materials shine too much under these lights. */
function matte(from: Material): Material {
  const color = (from as Material & { color?: Color }).color;
  return new MeshLambertMaterial({ color: color ?? 0x999999 });
}

/** The meshes that a joint carries, without those of further joints that move. */
function ownMeshes(joint: Object3D): Map<Mesh, Material | Material[]> {
  const meshes = new Map<Mesh, Material | Material[]>();
  const visit = (part: Object3D) => {
    if (part instanceof Mesh) meshes.set(part, part.material as Material);
    for (const child of part.children) {
      const type = (child as Object3D & { jointType?: string }).jointType;
      if (type === undefined || type === "fixed") visit(child);
    }
  };
  visit(joint);
  return meshes;
}
