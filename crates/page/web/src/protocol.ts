// What goes over the page's WebSocket. Written by a test from src/protocol of the crate: do not edit.

/** The version of this protocol. */
export const VERSION = 1;

/**
 * What the server sends.
 */
export type FromServer = { "part": "answer" } & Answer | { "part": "taken" } & PictureTaken | Part;

/**
 * One thing as it is now. The order is that in which a browser that comes gets them.
 */
export type Part = { "part": "hello" } & Hello | { "part": "scene" } & Scene | { "part": "cube" } & CubeKnown | { "part": "doubt" } & FacesInDoubt | { "part": "run" } & RunNow | { "part": "plan" } & PlanNow | { "part": "stop" } & StopNow | { "part": "controls" } & Controls | { "part": "health" } & Health | { "part": "history" } & History | { "part": "hand_scan" } & HandScan | { "part": "player" } & Player | { "part": "lesson" } & LessonNow | { "part": "watch" } & WatchNow | { "part": "catalogue" } & Catalogue | { "part": "cuboid" } & CuboidGraph | { "part": "learner" } & LearnerNow | { "part": "drill" } & DrillNow | { "part": "timer" } & TimerNow | { "part": "camera" } & Camera | { "part": "phone" } & Phone | { "part": "page_camera" } & PageCameraNow;

/**
 * Who speaks, and what the page may show.
 */
export type Hello = { 
/**
 * [`VERSION`].
 */
version: number, 
/**
 * Which page this is.
 */
view: View, 
/**
 * The title: the rig's name, or what is scanned or planned.
 */
title: string, 
/**
 * Whether the rig is a simulated one.
 */
simulated: boolean, 
/**
 * Faults that can be put into the simulated rig.
 */
faults: Array<FaultKind>, 
/**
 * Whether `/rig.urdf` and its meshes are served.
 */
has_rig: boolean, 
/**
 * What the cube in the rig looks like; nothing: as the page draws cubes.
 */
cube_look: CubeLook | null, };

/**
 * A fault, and what can be chosen for it.
 */
export type FaultKind = { 
/**
 * The name for requests.
 */
name: string, 
/**
 * What happens, in a sentence.
 */
about: string, 
/**
 * What it can strike: the target for requests, and the words for people. Empty where nothing is chosen.
 */
targets: Array<[string, string]>, 
/**
 * What else is chosen: what is added to the target, and the words for people. Often empty.
 */
variants: Array<[string, string]>, 
/**
 * How much of it; nothing where there is no more or less.
 */
amount: FaultAmount | null, };

/**
 * How much of a fault can be chosen.
 */
export type FaultAmount = { 
/**
 * What is counted.
 */
unit: string, 
/**
 * The least.
 */
least: number, 
/**
 * The most.
 */
most: number, 
/**
 * What the page offers first.
 */
usual: number, };

/**
 * What the cube looks like. Colours are those of CSS, such as `#f4f4ef`.
 */
export type CubeLook = { 
/**
 * Whether each cubie is coloured plastic up to its edges, without stickers.
 */
stickerless: boolean, 
/**
 * The plastic that no colour covers.
 */
plastic: string, 
/**
 * What a colour letter looks like. A letter that is missing has the page's own colour.
 */
paint: { [key in string]: string }, };

/**
 * Which page is shown.
 */
export type View = "rig" | "hand_scan" | "plan" | "lesson" | "practice";

/**
 * The rig and the cube in its claws at one instant. All of it is of one moment: stickers, place and turning belong together.
 */
export type Scene = { 
/**
 * Milliseconds since the server started.
 */
at: number, 
/**
 * Joint positions in radians, by the URDF's names of joints.
 */
joints: { [key in string]: number }, 
/**
 * Milliseconds since the last position of each joint, by the same names.
 */
joint_ages: { [key in string]: number }, 
/**
 * The cube between the claws: one that was seen, or one of which only the centres are known where claws are closed and may
 * hold one. Nothing where no cube is.
 */
cube: CubeInClaws | null, };

/**
 * How the cube lies and is turned.
 */
export type CubeInClaws = { 
/**
 * Length of the cube's edge in metres.
 */
edge: number, 
/**
 * The cube's face at each side U R F D L B of the rig, by its letter.
 */
faces_at_sides: string, 
/**
 * How the whole cube lies in the frame `rig_center`: a quaternion x, y, z, w, a turn under way included.
 */
orientation: [number, number, number, number], 
/**
 * How far the layers at the rig's sides R L F B are turned, in radians, clockwise as seen from outside.
 */
layers: [number, number, number, number], 
/**
 * The colours of the 54 stickers in the order U R F D L B: colour letters W Y R O G B, `?` where unknown.
 */
stickers: string, 
/**
 * Indices of the stickers in doubt.
 */
doubtful: Array<number>, };

/**
 * What is known of the cube.
 */
export type CubeKnown = { 
/**
 * Face letters in the order U R F D L B, `?` where unknown; 54 letters.
 */
facelets: string, 
/**
 * The colour letters of the faces U R F D L B.
 */
scheme: string, 
/**
 * How sure each sticker is, 0 to 1; 54 numbers.
 */
confidence: Array<number>, 
/**
 * Indices of the stickers in doubt.
 */
doubtful: Array<number>, 
/**
 * Letters of the faces that the camera has seen, in the order U R F D L B.
 */
faces_seen: string, 
/**
 * When the newest of them was seen, in seconds: another number belongs to another look at the cube.
 */
seen_at: number, 
/**
 * How far it is known.
 */
status: CubeStatus, 
/**
 * How it is known, in a word or two: "seen by the camera", "entered", "followed".
 */
source: string, 
/**
 * What is wrong with it, in a sentence; empty when nothing is.
 */
problem: string, 
/**
 * What else people should know, in sentences.
 */
notes: Array<string>, 
/**
 * Whether it is solved.
 */
solved: boolean, };

/**
 * How far the cube is known.
 */
export type CubeStatus = "unknown" | "partial" | "valid" | "invalid";

/**
 * The faces that have stickers in doubt.
 */
export type FacesInDoubt = { 
/**
 * Their pictures, of those that a camera has seen.
 */
faces: Array<FacePicture>, };

/**
 * A face as the camera saw it when its stickers were read.
 */
export type FacePicture = { 
/**
 * Its letter.
 */
face: string, 
/**
 * A square JPEG as a `data:` address. The face is in its middle, half a sticker from the border.
 */
picture: string, 
/**
 * By how many quarters clockwise the picture shows it turned.
 */
quarters: number, };

/**
 * What the rig does now, and the run that this is about; without such a run all else is empty.
 */
export type RunNow = { 
/**
 * What the rig does.
 */
stage: Stage, 
/**
 * Which attempt this is, from 1; 0 before the first.
 */
attempt: number, 
/**
 * What happens, in a sentence.
 */
text: string, 
/**
 * What a run needs and is not there, by the names of nodes, for people who know them; empty when all is there.
 */
details: string, 
/**
 * The share of this stage that is done, 0 to 1.
 */
progress: number, 
/**
 * All moves of the run: those that are done, and the rest of the solution, once there is one.
 */
moves: Array<string>, 
/**
 * How many of them are done.
 */
moves_done: number, 
/**
 * Seconds that the run has worked; it stands still while the rig is stopped and after the end.
 */
elapsed: number | null, 
/**
 * Seconds left of the plan that is carried out.
 */
left: number | null, 
/**
 * Why earlier attempts failed; the newest last. Why the last one failed is the text.
 */
troubles: Array<string>, 
/**
 * What a person is asked to confirm; empty when nobody waits.
 */
question: string, };

/**
 * What a rig does: the stages of a run, and what else arms do.
 */
export type Stage = "idle" | "scanning" | "solving" | "executing" | "checking" | "solved" | "stopped" | "failed" | "not_ready" | "hand_over" | "teaching" | "moving";

/**
 * A plan of arm motions, and where it stands.
 */
export type PlanNow = { 
/**
 * The moves that it does, in standard notation; empty for a scan.
 */
moves: Array<string>, 
/**
 * Seconds from its start to its end.
 */
seconds: number, 
/**
 * In order of their start.
 */
motions: Array<PlannedMotion>, 
/**
 * Seconds into the plan when this part was made; nothing while it is not carried out.
 */
now: number | null, };

/**
 * One motion of one motor.
 */
export type PlannedMotion = { 
/**
 * `r`, `l`, `f` or `b`.
 */
arm: string, 
/**
 * `open`, `close` or `turn`.
 */
action: string, 
/**
 * Quarter turns, positive clockwise as the arm sees its face; 0 for claws.
 */
quarters: number, 
/**
 * Seconds since the plan's start.
 */
start: number, 
/**
 * Seconds since the plan's start.
 */
end: number, };

/**
 * Whether the rig is stopped.
 */
export type StopNow = { 
/**
 * Nothing moves until someone resumes.
 */
stopped: boolean, 
/**
 * Who stopped it, or what could not be stopped.
 */
text: string, 
/**
 * Milliseconds from the last request to stop on a page until all motors confirmed that they hold; nothing before that.
 */
took: number | null, };

/**
 * For each control, why it is off; a control that is not named here does not exist on this page, and an empty reason means that
 * it can be used.
 */
export type Controls = { 
/**
 * By the name of the request, such as `start`.
 */
reasons: { [key in string]: string }, };

/**
 * What the nodes say of themselves.
 */
export type Health = { 
/**
 * By name.
 */
nodes: Array<NodeHealth>, };

/**
 * What one node reports.
 */
export type NodeHealth = { 
/**
 * Its name.
 */
name: string, 
/**
 * How well it is.
 */
level: Level, 
/**
 * In a sentence.
 */
message: string, 
/**
 * Names and values.
 */
values: Array<[string, string]>, 
/**
 * Milliseconds since it spoke, when this part was made.
 */
age: number, };

/**
 * How well a node is.
 */
export type Level = "ok" | "warn" | "error" | "stale";

/**
 * The runs that ended, oldest first.
 */
export type History = { 
/**
 * At most the newest 500.
 */
runs: Array<PastRun>, };

/**
 * A run that ended.
 */
export type PastRun = { 
/**
 * When it ended: seconds since 1970 (UTC).
 */
ended: number, 
/**
 * Whether the cube was solved.
 */
solved: boolean, 
/**
 * Why not; empty for a solved one.
 */
reason: string, 
/**
 * Attempts.
 */
attempts: number, 
/**
 * How many moves were done.
 */
moves: number, 
/**
 * Seconds of scanning, solving, executing, looking again.
 */
scan: number, 
/**
 * As above.
 */
solve: number, 
/**
 * As above.
 */
execute: number, 
/**
 * As above.
 */
check: number, };

/**
 * A person shows a cube to the camera.
 */
export type HandScan = { 
/**
 * What to do.
 */
prompt: string, 
/**
 * How to do it; may be empty.
 */
hint: string, 
/**
 * What happened just now; may be empty.
 */
notice: string, 
/**
 * Colour letters of the 54 stickers, `?` where nothing is known.
 */
stickers: string, 
/**
 * Indices of the stickers in doubt.
 */
doubtful: Array<number>, 
/**
 * How far the faces U R F D L B are: `missing`, `asked`, `read` or `again`.
 */
faces: Array<string>, 
/**
 * How the cube should be held now: the colour letters towards the camera, up and to the right; empty when nothing is asked.
 */
hold: string, 
/**
 * Seconds until it gives up waiting.
 */
left: number | null, 
/**
 * What is wrong with the cube that was read or typed; empty when nothing is.
 */
problem: string, 
/**
 * Whether the whole cube is read, and only a yes is missing.
 */
done: boolean, };

/**
 * A plan that is played without a rig.
 */
export type Player = { 
/**
 * Seconds into the plan.
 */
at: number, 
/**
 * Whether it runs.
 */
playing: boolean, 
/**
 * Times as fast as in reality.
 */
speed: number, };

/**
 * A lesson and where the learner is in it. The cube is shown as it is held: `U` is above and `F` towards the learner.
 */
export type LessonNow = { 
/**
 * Name of the method, one of `methods`.
 */
method: string, 
/**
 * The methods that can be chosen: the name for requests, and the name for people.
 */
methods: Array<[string, string]>, 
/**
 * What the method is like, in a few sentences.
 */
about: string, 
/**
 * The number of each of the 54 places, 0 for none, where the method has numbers; else empty.
 */
numbers: Array<number>, 
/**
 * All stages, in order.
 */
stages: Array<StageNow>, 
/**
 * All steps, in order.
 */
steps: Array<StepNow>, 
/**
 * All moves of the lesson, in order; rotations of the whole cube are moves too.
 */
moves: Array<MoveNow>, 
/**
 * How many of the moves are done.
 */
at: number, 
/**
 * Whether the arms of a rig carry out the moves.
 */
by_arms: boolean, 
/**
 * Colour letters of the 54 stickers as the cube is held now, in the order U R F D L B.
 */
stickers: string, 
/**
 * Indices of the stickers whose pieces the step is about; the others are dimmed. Empty when all are equal.
 */
bright: Array<number>, 
/**
 * Whether the moves go on by themselves, and the seconds that each of them takes.
 */
playing: boolean, 
/**
 * Seconds for each move while it is played.
 */
pace: number, 
/**
 * The extra turns of the learner, oldest first, in standard notation. Undoing them leads back.
 */
extra_turns: Array<string>, 
/**
 * The turn that leads on from there, in words: what takes the last of them back, or the other half of the half turn that comes
 * next. Empty where there are no extra turns.
 */
onward: string, 
/**
 * What happened just now, in a sentence; may be empty.
 */
notice: string, 
/**
 * What the learner is asked (a new cube while a lesson goes on); empty when nothing is.
 */
question: string, };

/**
 * A stage of the method.
 */
export type StageNow = { 
/**
 * Its name, such as "white cross".
 */
name: string, 
/**
 * What is to be reached.
 */
goal: string, 
/**
 * Why it is done, and why now.
 */
why: string, 
/**
 * How many moves of the lesson come before it.
 */
begin: number, 
/**
 * How many moves of the lesson have been done at its end.
 */
end: number, };

/**
 * A step of a stage: a case and what to do.
 */
export type StepNow = { 
/**
 * Number of its stage, from 0.
 */
stage: number, 
/**
 * The case.
 */
name: string, 
/**
 * Why its moves help.
 */
reason: string, 
/**
 * How to hold the cube for its turns.
 */
grip: string, 
/**
 * The pieces that it is about, by name, such as "the white-blue edge"; those are bright. Empty when all are equal.
 */
watch: string, 
/**
 * How many moves of the lesson come before it.
 */
begin: number, 
/**
 * How many moves of the lesson have been done at its end.
 */
end: number, };

/**
 * A move of the lesson.
 */
export type MoveNow = { 
/**
 * In standard notation, such as `R'` or `y2`.
 */
turn: string, 
/**
 * As the learner wants moves written.
 */
written: string, 
/**
 * In words.
 */
words: string, 
/**
 * Number of its step, from 0.
 */
step: number, };

/**
 * What the host's camera shows of the cube in a learner's hands. The page has this part only where a camera looks.
 */
export type WatchNow = { 
/**
 * The verdict.
 */
state: WatchState, 
/**
 * The verdict in a sentence or two.
 */
text: string, 
/**
 * The turns that were seen, in standard notation.
 */
made: Array<string>, 
/**
 * The turns that lead back to the lesson, in standard notation: two at most, none where nothing is to be undone or
 * where it would take more.
 */
undo: Array<string>, 
/**
 * The colour letter of the face to show, and of a neighbour that has to be in the same picture; empty where none is
 * asked for.
 */
show: string, 
/**
 * Seconds from the first picture in which the cube had changed to the verdict.
 */
took: number | null, };

/**
 * A verdict on the cube in a learner's hands.
 */
export type WatchState = "nothing" | "not_yet" | "done" | "wrong" | "cannot_tell" | "reading" | "lost";

/**
 * The catalogue of cases. It never changes.
 */
export type Catalogue = { 
/**
 * All sets.
 */
sets: Array<CaseSet>, };

/**
 * A set of cases.
 */
export type CaseSet = { 
/**
 * The name for requests, such as `oll`.
 */
name: string, 
/**
 * The name for people.
 */
title: string, 
/**
 * Its cases in the usual order.
 */
cases: Array<CaseShown>, };

/**
 * A case of the catalogue.
 */
export type CaseShown = { 
/**
 * The name for requests: its number, or the letters of PLL.
 */
name: string, 
/**
 * The name for people, such as "27 Sune".
 */
title: string, 
/**
 * What similar cases have in common.
 */
group: string, 
/**
 * The sequence that its lesson takes, as the learner wants moves written.
 */
moves: string, 
/**
 * More sequences for the same case, written as people do them: with slices, wide turns and rotations, and by turns of faces.
 */
others: Array<string>, 
/**
 * The 54 stickers of the case as face letters, a point where anything may be.
 */
look: string, 
/**
 * A sequence for the left hand, for the same case held another way; empty where none is usual.
 */
left: string, };

/**
 * The graph of the 2x2x1: all its states. It never changes, so the browser turns the puzzle by itself.
 */
export type CuboidGraph = { 
/**
 * The letters of the turns, in the order of `to`.
 */
turns: Array<string>, 
/**
 * How long a hand needs for each of them, in units.
 */
times: Array<number>, 
/**
 * All states; the first is solved, and those nearer to it come first.
 */
states: Array<CuboidState>, };

/**
 * A state of the 2x2x1.
 */
export type CuboidState = { 
/**
 * Its 16 stickers as colour letters, faces F B U D L R.
 */
stickers: string, 
/**
 * The state after each turn, counted from 0.
 */
to: Array<number>, 
/**
 * A way to solved with the fewest turns, the fastest of those.
 */
shortest: Array<string>, 
/**
 * A fastest way to solved.
 */
fastest: Array<string>, };

/**
 * What a learner remembers.
 */
export type LearnerNow = { 
/**
 * The learner's name.
 */
name: string, 
/**
 * All learners of the file.
 */
names: Array<string>, 
/**
 * Cases that are due now, and that will be due within a day.
 */
due: number, 
/**
 * See `due`.
 */
tomorrow: number, 
/**
 * The cases that were drilled, those most likely forgotten first.
 */
cases: Array<CaseMemory>, 
/**
 * Drills of the last 14 days, the last one today.
 */
days: Array<number>, 
/**
 * The learner's own sequences.
 */
own: Array<OwnSequence>, };

/**
 * What is remembered of a case.
 */
export type CaseMemory = { 
/**
 * Its set, a name for requests.
 */
set: string, 
/**
 * Its name in the set.
 */
case: string, 
/**
 * How often it was drilled.
 */
drills: number, 
/**
 * How often it was forgotten.
 */
lapses: number, 
/**
 * The chance that it is remembered now, 0 to 1.
 */
chance: number, 
/**
 * Days until it is due; negative where it is.
 */
due: number, 
/**
 * Milliseconds of the last times it was recognised, the newest last.
 */
recognised: Array<number>, 
/**
 * Milliseconds of the last times it was turned.
 */
turned: Array<number>, };

/**
 * A learner's own sequence for a case, which is proven.
 */
export type OwnSequence = { 
/**
 * The set.
 */
set: string, 
/**
 * The case, by its name for requests.
 */
case: string, 
/**
 * The moves.
 */
moves: string, };

/**
 * A case to drill.
 */
export type DrillNow = { 
/**
 * Counts drills: another number is another drill.
 */
number: number, 
/**
 * Its set, a name for requests; empty where nothing is to be drilled.
 */
set: string, 
/**
 * Its name in the set.
 */
case: string, 
/**
 * Colour letters of the 54 stickers as the cube is held.
 */
stickers: string, 
/**
 * Why this case, or why none, in a sentence.
 */
reason: string, };

/**
 * Which cases are drilled.
 */
export type DrillOrder = "due" | "weakest" | "random" | "attack";

/**
 * The timer.
 */
export type TimerNow = { 
/**
 * The session's number.
 */
session: number, 
/**
 * The learner's sessions: number and name.
 */
sessions: Array<[number, string]>, 
/**
 * The next scramble, and the 54 stickers that it makes; empty while it is sought.
 */
scramble: string, 
/**
 * See `scramble`.
 */
stickers: string, 
/**
 * How many solves the session has, and how many of them count.
 */
count: number, 
/**
 * See `count`.
 */
valid: number, 
/**
 * Its newest solves, the oldest of them first.
 */
solves: Array<TimedSolve>, 
/**
 * The best result of all, in milliseconds.
 */
best: number | null, 
/**
 * The mean of those that count, in milliseconds.
 */
mean: number | null, 
/**
 * Mean of 3, averages of 5, 12 and 100, as far as there are enough solves.
 */
averages: Array<RollingAverage>, };

/**
 * A solve.
 */
export type TimedSolve = { 
/**
 * Its number, for requests.
 */
id: number, 
/**
 * When it ended: seconds since 1970.
 */
at: number, 
/**
 * Milliseconds without the penalty.
 */
millis: number, 
/**
 * What is added.
 */
penalty: SolvePenalty, 
/**
 * Its scramble.
 */
scramble: string, 
/**
 * A note.
 */
comment: string, 
/**
 * When cross, F2L and OLL ended, in milliseconds from the begin; empty where that is not known.
 */
splits: Array<number>, 
/**
 * Its turns with their milliseconds from the first one, such as `R@0 U'@210`; empty where they are not known.
 */
turns: string, };

/**
 * What is added to a time.
 */
export type SolvePenalty = "none" | "plus_two" | "dnf";

/**
 * An average of the last solves, and the best one.
 */
export type RollingAverage = { 
/**
 * Over how many solves.
 */
size: number, 
/**
 * Milliseconds; nothing where too many of the solves do not count.
 */
current: number | null, 
/**
 * See `current`.
 */
best: number | null, };

/**
 * The newest picture.
 */
export type Camera = { 
/**
 * Milliseconds since it came, when this part was made; nothing when there never was one.
 */
age: number | null, 
/**
 * What it comes from, for people.
 */
source: string, };

/**
 * How a phone opens the page.
 */
export type Phone = { 
/**
 * The ways over the network; none where the page listens on its own machine only.
 */
ways: Array<PhoneWay>, 
/**
 * SHA-256 of the certificate, as browsers show it; empty where there is none.
 */
fingerprint: string, 
/**
 * What to add to the command that serves the page, so that phones reach it.
 */
instead: string, };

/**
 * One way.
 */
export type PhoneWay = { 
/**
 * What to open, the token included.
 */
address: string, 
/**
 * The same as a QR code, an SVG.
 */
code: string, };

/**
 * The browser whose camera the host uses.
 */
export type PageCameraNow = { 
/**
 * Its name, such as `Chrome on Android`; empty where none is the camera.
 */
by: string, 
/**
 * Pictures that arrived in the last second.
 */
rate: number, 
/**
 * Milliseconds from the newest picture's being taken to its arrival; nothing where there is none.
 */
latency: number | null, 
/**
 * What is wrong, in a sentence; empty when nothing is.
 */
problem: string, };

/**
 * The acknowledgement of a picture, or of a question for the server's time.
 */
export type PictureTaken = { 
/**
 * The number that the browser gave it.
 */
number: number, 
/**
 * Milliseconds on the server's clock when it arrived.
 */
at: number, 
/**
 * Why it is not used, in a sentence; empty where it is.
 */
problem: string, };

/**
 * What became of a request.
 */
export type Answer = { 
/**
 * The number of the request; 0 when it could not be read.
 */
id: number, 
/**
 * Whether it was done.
 */
ok: boolean, 
/**
 * What was done, or why not, in a sentence.
 */
text: string, 
/**
 * Stickers that the sentence is about: those of the piece that cannot be.
 */
stickers: Array<number>, 
/**
 * A cube that was asked for (`random`, `from_moves`, `check`): 54 colour letters; else empty.
 */
cube: string, 
/**
 * The faces with stickers in doubt, as they are on the photographs that were sent.
 */
pictures?: Array<FacePicture>, 
/**
 * What was learned (`learn_colors`).
 */
learned?: LearnedColors, };

/**
 * What the colours of one's own cube look like to the camera.
 */
export type LearnedColors = { 
/**
 * White, yellow, red, orange, green and blue: each as red, green and blue in sRGB, 0 to 255.
 */
colors: [[number, number, number], [number, number, number], [number, number, number], [number, number, number], [number, number, number], [number, number, number]], 
/**
 * What people should know about them, in sentences.
 */
warnings: Array<string>, };

/**
 * A request of the browser.
 */
export type Request = { 
/**
 * Chosen by the browser, from 1; the answer repeats it.
 */
id: number, 
/**
 * What is asked for.
 */
ask: Ask, };

/**
 * What can be asked for. Names of controls are the names of these.
 */
export type Ask = { "do": "watch", 
/**
 * Which.
 */
picture: Picture, } | { "do": "start", 
/**
 * Whether the camera looks at the cube first.
 */
scan: boolean, } | { "do": "stop" } | { "do": "resume" } | { "do": "give_up" } | { "do": "load" } | { "do": "release" } | { "do": "confirm" } | { "do": "moves", 
/**
 * As people write them.
 */
moves: string, } | { "do": "scramble", 
/**
 * The same seed gives the same cube; without one it is any.
 */
seed: number | null, } | { "do": "fault", 
/**
 * One of the names in the hello.
 */
name: string, 
/**
 * What it strikes, such as a joint: one of the choices in the hello.
 */
target: string, 
/**
 * How much of it, in the unit of the fault.
 */
amount: number, } | { "do": "clear_faults" } | { "do": "check", 
/**
 * Its letters, `?` where a sticker is not entered yet.
 */
cube: string, } | { "do": "set_cube", 
/**
 * Its letters.
 */
cube: string, } | { "do": "scan", 
/**
 * Their letters.
 */
faces: string, } | { "do": "look" } | { "do": "learn_colors", 
/**
 * How the cube really is: 54 colour or face letters; empty for a solved cube.
 */
cube: string, } | { "do": "random" } | { "do": "from_moves", 
/**
 * As people write them.
 */
moves: string, } | { "do": "speak", 
/**
 * Its code, such as `de`.
 */
language: string, } | { "do": "say", 
/**
 * What a person would type.
 */
line: string, } | { "do": "by_hand", 
/**
 * What a person would type.
 */
line: string, } | { "do": "play", 
/**
 * Seconds into the plan.
 */
from: number | null, 
/**
 * Times as fast as in reality.
 */
speed: number | null, } | { "do": "pause" } | { "do": "goto", 
/**
 * How many moves.
 */
moves: number, } | { "do": "turn", 
/**
 * One turn or rotation in standard notation, as the cube is held.
 */
turn: string, } | { "do": "undo" } | { "do": "redo" } | { "do": "practise", 
/**
 * Name of its set.
 */
set: string, 
/**
 * Its name or number.
 */
case: string, 
/**
 * Draws a turn of the top before the case and one after it; without it there is none.
 */
seed: number | null, } | { "do": "leave" } | { "do": "replan" } | { "do": "teach", 
/**
 * Name of the method; the one that is taught now where it is not given.
 */
method: string | null, 
/**
 * 54 colour or face letters of another cube.
 */
cube: string | null, } | { "do": "show", 
/**
 * Name of the method.
 */
method: string, 
/**
 * Where they pause.
 */
pause: ArmPause, } | { "do": "next" } | { "do": "decline" } | { "do": "learner", 
/**
 * The name.
 */
name: string, } | { "do": "drill", 
/**
 * Names of the sets.
 */
sets: Array<string>, 
/**
 * Which cases of them.
 */
order: DrillOrder, } | { "do": "drilled", 
/**
 * The number of the drill.
 */
number: number, 
/**
 * Whether it was remembered.
 */
remembered: boolean, 
/**
 * Whether help was needed.
 */
helped: boolean, 
/**
 * Milliseconds until it was recognised.
 */
recognised: number | null, 
/**
 * Milliseconds of turning.
 */
turned: number | null, } | { "do": "own", 
/**
 * The set.
 */
set: string, 
/**
 * The case.
 */
case: string, 
/**
 * The moves.
 */
moves: string, } | { "do": "session", 
/**
 * The name.
 */
name: string, } | { "do": "timed", 
/**
 * Milliseconds without the penalty.
 */
millis: number, 
/**
 * Milliseconds of inspection; nothing where it was not timed.
 */
inspected: number | null, 
/**
 * What is added for turns that were missing; what inspection costs is added by itself.
 */
penalty: SolvePenalty, 
/**
 * The turns, as in `TimedSolve`; empty where they are not known.
 */
turns: string, } | { "do": "amend", 
/**
 * Its number.
 */
solve: number, 
/**
 * What is added.
 */
penalty: SolvePenalty, 
/**
 * The note.
 */
comment: string, } | { "do": "forget", 
/**
 * Its number.
 */
solve: number, } | { "do": "rescramble" } | { "do": "save_recording" } | { "do": "use_camera", 
/**
 * What people call this browser.
 */
name: string, 
/**
 * By which this browser is known again when its connection was lost.
 */
key: string, } | { "do": "end_camera" };

/**
 * Where arms that carry out a lesson pause.
 */
export type ArmPause = "move" | "step" | "stage" | "lesson";

/**
 * Which picture of the camera; its number is the first byte of a binary message.
 */
export type Picture = "none" | "plain" | "annotated";
