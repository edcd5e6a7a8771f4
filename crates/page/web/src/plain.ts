// The graph's messages in the words of people who look at the rig: places and parts instead of names of joints, nodes and topics.

import { sentence } from "./words";

const SIDES: Record<string, string> = { r: "right", l: "left", f: "front", b: "back" };
const PARTS: Record<string, string> = { wrist: "wrist", grip: "claw" };

const part = (joint: string): string => {
  const [arm = "", kind = ""] = joint.split("_");
  return `the ${SIDES[arm]} ${PARTS[kind]}`;
};

/** What is replaced, in this order. */
const WORDS: readonly (readonly [RegExp, string | ((found: string, ...parts: string[]) => string)])[] = [
  // The cause is enough; who was asked, and how much power there was, is a detail.
  [/driver \w+ failed: (?=joints? )/g, ""],
  [/joint ([rlfb]_(?:wrist|grip)) is blocked: its motor does not turn under [^;]*/g, (_, joint) => `${part(joint)} is stuck`],
  // What arms do with a motion that broke off is their own business.
  [/; [rlfb]_(?:wrist|grip) stands halfway and will be brought back/g, ""],
  [/[rlfb]_grip stops [\d.]+ degrees before it is closed: a layer is misaligned at claw ([RLFB])/g, (_, arm) => `a layer is misaligned at ${part(`${arm.toLowerCase()}_grip`)}`],
  [/claw ([RLFB]) is misaligned, /g, (_, arm) => `${part(`${arm.toLowerCase()}_grip`)} is misaligned, `],
  // While a run goes on, nobody reaches between the claws.
  [/; where a layer [\w ]+, straighten it by hand(?=; (?:scanning|looking))/g, ""],
  [/; where (a layer [\w ]+, straighten it by hand)/g, ". Where $1, then press Look"],
  [/; straighten it by hand(?=; (?:scanning|looking))/g, ""],
  [/; straighten it by hand/g, ". Straighten it by hand, then press Look"],
  [/; after that: /g, ". After that: "],
  [/\?; (?:scanning the cube again|looking again)/g, "? Looking at the cube again"],
  [/; (?:scanning the cube again|looking again)/g, ". Looking at the cube again"],
  [/; trying again/g, ". Trying again"],
  [/(?:joints? )?\b([rlfb]_(?:wrist|grip))\b/g, (_, joint) => part(joint)],
  [/no joint_states of ([^;]*?)(?= for| while|;|$)/g, "no reading of $1"],
  [/\bjoint_states\b/g, "the readings of the joints"],
  [/the service `?resume`? is called/g, "Resume is pressed"],
  [/nobody called the service confirm within/g, "nobody pressed Yes within"],
  [/nothing waits to be confirmed; send a goal to load or release/g, "press Take a cube or Give it back first"],
  [/\bthe conductor\b/g, "the program that runs the rig"],
  [/; (\w+) reports: /g, (_, node) => `; the ${node.replaceAll("_", " ")} reports: `],
  [/run with scan, or set the cube with cube\/set_state/g, "press Look and solve, or enter the cube"],
  [/the pose of the cube is unknown; scan the cube or set its state/g, "nobody knows how the cube lies; press Look, or enter the cube"],
  [/\bcube\/(?:state|pose)\b/g, "the state of the cube"],
  [/the node (\w+) has fallen silent/g, (_, node) => `the ${node.replaceAll("_", " ")} has fallen silent`],
  [/the node (\w+) was restarted/g, (_, node) => `the ${node.replaceAll("_", " ")} was restarted`],
  [/'(.+)' at character \d+ is not a move in [\w-]+ notation/g, (_, move) => `“${move}” is not a move. Use U D L R F B with ' or 2`],
];

/** What went wrong, in plain words, without what was to be done about it then. */
export function cause(text: string): string {
  return plain(text.replace(/; (?:after that: )?(?:scanning the cube again|looking again|trying again)$/, ""));
}

/** A message in plain words, as a sentence. */
export function plain(text: string): string {
  const said = WORDS.reduce((text, [from, to]) => text.replace(from, to as string), text);
  return sentence(said);
}
