// The graph before Foxglove's own client and decoders (CUBERIG_FOXGLOVE is the address): the node `foxglove` of a launched rig.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { type Channel, FetchAssetStatus, FoxgloveClient, type Parameter, type Service } from "@foxglove/ws-protocol";
import WebSocket from "ws";

const address = process.env.CUBERIG_FOXGLOVE ?? "";
const NAMES = [FoxgloveClient.SUPPORTED_SUBPROTOCOL, "foxglove.sdk.v1"];
const PATIENCE = 40_000;

type Message = { topic: string; time: number; content: any };

/** Waits until something is there. */
async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    assert.ok(Date.now() < end, `${what} does not come`);
  }
}

/** A client as Lichtblick has it. */
class Client {
  static readonly all: Client[] = [];
  readonly socket = new WebSocket(address, NAMES, { origin: "https://app.foxglove.dev" });
  readonly client: FoxgloveClient;
  readonly channels = new Map<string, Channel>();
  readonly services = new Map<string, Service>();
  readonly messages: Message[] = [];
  readonly failures: string[] = [];
  info: any;
  private readonly readers = new Map<number, { topic: string; reader: MessageReader }>();
  private readonly assets = new Map<number, any>();
  private readonly responses = new Map<number, any>();
  private readonly values = new Map<string, Parameter[]>();
  private count = 0;

  constructor() {
    Client.all.push(this);
    this.client = new FoxgloveClient({ ws: this.socket as any });
    this.client.on("serverInfo", (info) => (this.info = info));
    this.client.on("advertise", (channels) => channels.forEach((channel) => this.channels.set(channel.topic, channel)));
    this.client.on("advertiseServices", (services) => services.forEach((service) => this.services.set(service.name, service)));
    this.client.on("message", ({ subscriptionId, timestamp, data }) => {
      const { topic, reader } = this.readers.get(subscriptionId)!;
      this.messages.push({ topic, time: Number(timestamp / 1_000_000n), content: reader.readMessage(data) });
    });
    this.client.on("fetchAssetResponse", (response) => this.assets.set(response.requestId, response));
    this.client.on("serviceCallResponse", (response) => {
      this.responses.set(response.callId, JSON.parse(new TextDecoder().decode(response.data)));
    });
    this.client.on("serviceCallFailure", ({ callId, message }) => this.responses.set(callId, { failure: message }));
    this.client.on("parameterValues", ({ parameters, id }) => this.values.set(id ?? "", parameters));
    this.client.on("status", ({ message }) => this.failures.push(message));
    this.client.on("error", (error) => this.failures.push(String(error)));
  }

  async subscribe(topic: string): Promise<number> {
    const channel = await until(topic, () => this.channels.get(topic));
    assert.equal(`${channel.encoding} ${channel.schemaEncoding}`, "cdr ros2msg");
    const id = this.client.subscribe(channel.id);
    this.readers.set(id, { topic, reader: new MessageReader(parse(channel.schema, { ros2: true })) });
    return id;
  }

  /** The next message on a topic that fits. */
  async next(topic: string, fits: (content: any) => boolean = () => true): Promise<any> {
    const from = this.messages.length;
    const late = () => this.messages.slice(from).find((message) => message.topic === topic && fits(message.content));
    return (await until(`a message on ${topic}`, late)).content;
  }

  async asset(uri: string): Promise<any> {
    const id = ++this.count;
    this.client.fetchAsset(uri, id);
    return until(uri, () => this.assets.get(id));
  }

  async call(name: string, request: unknown): Promise<any> {
    const service = await until(name, () => this.services.get(name));
    const callId = ++this.count;
    const data = new TextEncoder().encode(typeof request === "string" ? request : JSON.stringify(request));
    this.client.sendServiceCallRequest({ serviceId: service.id, callId, encoding: "json", data: new DataView(data.buffer) });
    return until(`an answer of ${name}`, () => this.responses.get(callId));
  }

  async parameters(names: string[]): Promise<Parameter[]> {
    const id = String(++this.count);
    this.client.getParameters(names, id);
    return until("parameters", () => this.values.get(id));
  }

  async set(parameters: Parameter[]): Promise<Parameter[] | string> {
    const id = String(++this.count);
    const failures = this.failures.length;
    this.client.setParameters(parameters, id);
    return until("parameters", () => this.values.get(id) ?? this.failures[failures]);
  }
}

after(() => Client.all.forEach(({ socket }) => socket.terminate()));

const client = new Client();

test("the server names what it does", async () => {
  await until("the server", () => client.info);
  assert.deepEqual(client.info.capabilities, ["assets", "services", "parameters"]);
  assert.deepEqual(client.info.supportedEncodings, ["json"]);
});

test("all topics are listed, and Foxglove's parser reads their definitions", async () => {
  for (const topic of ["/joint_states", "/camera/image_raw", "/run/status", "/plan", "/tf", "/diagnostics", "/cube/markers", "/robot_description"]) {
    await until(topic, () => client.channels.get(topic));
  }
  for (const { topic, schema, schemaName } of client.channels.values()) {
    assert.ok(!topic.split("/").some((part) => part.startsWith("_") && part !== "_action"), topic);
    assert.doesNotThrow(() => new MessageReader(parse(schema, { ros2: true })), `${topic}: ${schemaName}`);
  }
});

test("joints come as the drivers publish them", async () => {
  await client.subscribe("/joint_states");
  const joints = new Set<string>();
  await until("all joints", () => {
    for (const { topic, content } of client.messages) {
      if (topic !== "/joint_states") continue;
      assert.equal(content.name.length, content.position.length);
      assert.ok([...content.position].every((position: number) => Math.abs(position) < 7), `${content.position}`);
      content.name.forEach((name: string) => joints.add(name));
    }
    return joints.size === 8;
  });
  assert.deepEqual([...joints].map((name) => name.slice(1)).sort(), Array.from({ length: 8 }, (_, at) => (at < 4 ? "_grip" : "_wrist")));
});

test("a late client receives what is latched, also after the first one has gone", async () => {
  const early = new Client();
  const id = await early.subscribe("/robot_description");
  const urdf = (await until("the description", () => early.messages[0])).content.data;
  assert.match(urdf, /<robot /);
  const late = new Client();
  await late.subscribe("/robot_description");
  assert.equal((await until("the description", () => late.messages[0])).content.data, urdf);
  early.client.unsubscribe(id);
  late.socket.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await early.subscribe("/robot_description");
  await until("the description again", () => early.messages[1]);
  early.socket.close();
});

test("each mesh of the description is an asset, and other files are none", async () => {
  await client.subscribe("/robot_description");
  const urdf = (await until("the description", () => client.messages.find(({ topic }) => topic === "/robot_description"))).content.data as string;
  const meshes = new Set([...urdf.matchAll(/filename="([^"]+)"/g)].map((match) => match[1]!));
  assert.ok(meshes.size > 3, `${meshes.size} meshes`);
  for (const uri of meshes) {
    const { status, data, error } = await client.asset(uri);
    assert.equal(status, FetchAssetStatus.SUCCESS, error);
    // Binary STL: 80 bytes, a count, 50 bytes for each triangle.
    assert.equal(data.byteLength, 84 + 50 * data.getUint32(80, true), uri);
  }
  for (const uri of ["package://cuberig/../../../etc/passwd", "package://cuberig/config/fastdds.xml", "file:///etc/passwd", ""]) {
    const { status, error } = await client.asset(uri);
    assert.equal(status, FetchAssetStatus.ERROR, uri);
    assert.ok(error.length > 10, error);
  }
});

test("services are called", async () => {
  await client.subscribe("/stop_state");
  const { request } = await until("the service stop", () => client.services.get("/stop"));
  assert.equal(JSON.parse(request!.schema).type, "object");
  assert.ok(![...client.services.keys()].some((name) => /_action|parameters/.test(name)), [...client.services.keys()].join());
  const stopped = client.next("/stop_state", (state) => state.stopped);
  assert.equal((await client.call("/stop", {})).success, true);
  await stopped;
  assert.equal((await client.call("/clear_stop", {})).success, true);
  const set = await client.call("/cube/set_state", { facelets: "no cube" });
  assert.ok(set.error_code !== 0 && set.error_msg.length > 10, JSON.stringify(set));
});

test("a request of another form is refused, and the server goes on", async () => {
  for (const [request, reason] of [
    ["{", "no request"],
    [[], "no object"],
    [{ whale: 1 }, "whale"],
    [{ facelets: 7 }, "facelets"],
    [{ facelets: "U\0" }, "facelets"],
  ] as const) {
    const { failure } = await client.call("/cube/set_state", request);
    assert.ok(failure?.includes(reason), `${JSON.stringify(request)}: ${failure}`);
  }
  for (const message of ["{", '{"op":"whale"}', '{"op":"subscribe","subscriptions":[{"id":999,"channelId":99999}]}', new Uint8Array([2, 1]), new Uint8Array()]) {
    const before = client.failures.length;
    client.socket.send(message);
    await until("a status", () => client.failures.length > before);
  }
});

test("parameters are read, set and kept in their range", async () => {
  const all = await until("parameters", () => client.services.size > 0 && client).then(() => client.parameters([]));
  assert.ok(all.length > 50, `${all.length} parameters`);
  const rate = all.find(({ name }) => name === "/state_publisher.rate");
  assert.ok(rate?.type === "float64" && typeof rate.value === "number", JSON.stringify(rate));
  const other = (rate.value as number) - 1;
  const set = (value: any) => client.set([{ name: "/state_publisher.rate", value }]);
  assert.deepEqual(await set(other), [{ name: "/state_publisher.rate", value: other, type: "float64" }]);
  for (const value of [-1, "fast", null, [1]]) {
    const refused = await set(value);
    assert.ok(typeof refused === "string" && refused.includes("rate"), JSON.stringify(refused));
  }
  assert.equal(typeof (await client.set([{ name: "/nobody.rate", value: 1 }])), "string");
  assert.equal((await client.parameters(["/state_publisher.rate"]))[0]!.value, other);
  assert.ok(Array.isArray(await set(rate.value)));
});

/** How a connection from a page is answered. */
function connect(origin: string | undefined, names: string[] = NAMES): Promise<number> {
  const socket = new WebSocket(address, names, origin === undefined ? {} : { origin });
  return new Promise((resolve, reject) => {
    socket.on("open", () => (resolve(101), socket.close()));
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.on("error", reject);
  });
}

test("foreign web pages are refused", async () => {
  for (const origin of ["https://example.com", "http://app.foxglove.dev", "null", "file://"]) {
    assert.equal(await connect(origin), 403, origin);
  }
  for (const origin of [undefined, "https://lichtblick-suite.github.io", "http://localhost:8080"]) {
    assert.equal(await connect(origin), 101, origin);
  }
  assert.equal(await connect(undefined, ["cuberig"]), 400);
});

test("a client that does not read gets the newest picture, and its messages are counted as dropped", async () => {
  const slow = new Client();
  await slow.subscribe("/camera/image_raw");
  await slow.next("/camera/image_raw");
  await client.subscribe("/diagnostics");
  const dropped = (array: any) => {
    const values = array.status.find(({ name }: any) => name === "foxglove")?.values ?? [];
    return Number(values.find(({ key }: any) => key === "dropped")?.value ?? 0);
  };
  const report = client.next("/diagnostics", (array) => dropped(array) > 0);
  slow.socket.pause();
  await report;
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const paused = slow.messages.length;
  const resumed = Date.now();
  slow.socket.resume();
  const fresh = await until("a new picture", () => slow.messages.findIndex(({ time }) => time > resumed - 1000) + 1);
  // What the kernel keeps for it, on both sides, and what was under way.
  assert.ok(fresh - paused < 12, `${fresh - paused} old pictures`);
  slow.socket.close();
});

test("the layout shows what there is", async () => {
  const layout = JSON.parse(readFileSync("../../../config/foxglove.json", "utf8"));
  const placed = JSON.stringify(layout.layout);
  for (const panel of Object.keys(layout.configById)) assert.ok(placed.includes(`"${panel}"`), panel);
  const topics = [...JSON.stringify(layout.configById).matchAll(/"(\/[a-z_/]+)/g)].map((match) => match[1]!);
  assert.ok(topics.length > 20, topics.join());
  for (const topic of topics) await until(topic, () => client.channels.get(topic));
  assert.equal(client.socket.readyState, WebSocket.OPEN);
});
