"""The standard services of simulators: features, states, steps, a reset. A run that is paused halfway goes on and solves the cube.

Arguments: `own` where the simulation publishes /clock, with the facelets at the beginning, and others; else `follows`.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import RunStatus, SimTruth
from cuberig_msgs.srv import InjectFault, Scramble
from rosgraph_msgs.msg import Clock
from simulation_interfaces.action import SimulateSteps
from simulation_interfaces.msg import Result, SimulationState, SimulatorFeatures
from simulation_interfaces.srv import (
    GetSimulationState,
    GetSimulatorFeatures,
    ResetSimulation,
    SetSimulationState,
    StepSimulation,
)

from hand_over import Rig
from rigclient import LATCHED, SENSOR, check, require

OWN = [
    SimulatorFeatures.SIMULATION_STATE_PAUSE,
    SimulatorFeatures.STEP_SIMULATION_SINGLE,
    SimulatorFeatures.STEP_SIMULATION_MULTIPLE,
    SimulatorFeatures.STEP_SIMULATION_ACTION,
]


class Simulator:
    def __init__(self, client):
        self.client = client

    def state(self):
        answer = self.client.call("get_simulation_state", GetSimulationState, GetSimulationState.Request())
        require(answer.result.result == Result.RESULT_OK, f"get_simulation_state: {answer}")
        return answer.state.state

    def enter(self, state, expected=Result.RESULT_OK):
        request = SetSimulationState.Request(state=SimulationState(state=state))
        result = self.client.call("set_simulation_state", SetSimulationState, request).result
        require(result.result == expected, f"state {state}: {result}")
        return result.error_message

    def step(self, steps, expected=Result.RESULT_OK):
        result = self.client.call("step_simulation", StepSimulation, StepSimulation.Request(steps=steps), 30).result
        require(result.result == expected, f"{steps} steps: {result}")

    def reset(self, scope, expected=Result.RESULT_OK):
        result = self.client.call("reset_simulation", ResetSimulation, ResetSimulation.Request(scope=scope)).result
        require(result.result == expected, f"a reset of {scope}: {result}")


def main(client, arguments):
    is_own = arguments[0] == "own"
    simulator = Simulator(client)
    truth = client.listen("sim/truth", SimTruth)
    answer = client.call("get_simulator_features", GetSimulatorFeatures, GetSimulatorFeatures.Request(), 30)
    listed = list(answer.features.features)
    require(SimulatorFeatures.SIMULATION_RESET_STATE in listed, f"the features are {listed}")
    require(all((feature in listed) == is_own for feature in OWN), f"the features are {listed}")
    require(simulator.state() == SimulationState.STATE_PLAYING, "it does not play at the start")
    simulator.enter(SimulationState.STATE_PLAYING, SetSimulationState.Response.ALREADY_IN_TARGET_STATE)
    require(simulator.enter(SimulationState.STATE_QUITTING, Result.RESULT_FEATURE_UNSUPPORTED), "no reason why it cannot quit")
    simulator.reset(ResetSimulation.Request.SCOPE_TIME, Result.RESULT_FEATURE_UNSUPPORTED)
    if is_own:
        client.wait(lambda: truth, 15, "sim/truth")
        pauses(client, simulator, truth, arguments[2])
        resets(client, simulator, truth, arguments[1], arguments[2])
    else:
        reason = simulator.enter(SimulationState.STATE_PAUSED, Result.RESULT_FEATURE_UNSUPPORTED)
        require("use_sim_time" in reason, f"the reason is {reason}")
        simulator.step(1, Result.RESULT_FEATURE_UNSUPPORTED)


def pauses(client, simulator, truth, other):
    """A run is paused in a motion, goes on by steps, and then by itself."""
    now = [None]
    client.create_subscription(Clock, "/clock", lambda m: now.__setitem__(0, m.clock.sec + m.clock.nanosec / 1e9), SENSOR)
    statuses = client.listen("run/status", RunStatus, LATCHED)
    put = client.call("sim/scramble", Scramble, Scramble.Request(facelets=other))
    require(put.error_code == 0, f"sim/scramble: {put}")
    simulator.step(5, Result.RESULT_INCORRECT_STATE)
    run = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True, max_attempts=1, solve_time_limit=2.0))
    client.wait(lambda: statuses and statuses[-1].stage == RunStatus.EXECUTING and statuses[-1].moves_done, 90, "some moves to be done")
    simulator.enter(SimulationState.STATE_PAUSED)
    client.spin_for(1.0)
    began, positions = now[0], list(truth[-1].positions)
    client.spin_for(3.0)
    require(now[0] == began and list(truth[-1].positions) == positions, "something moved while the simulation was paused")
    simulator.step(300)
    passes(client, now, began, 0.3, 0.05)
    require(simulator.state() == SimulationState.STATE_PAUSED, f"the state is {simulator.state()}")
    walks(client, simulator, now)
    simulator.enter(SimulationState.STATE_PLAYING)
    _, result = run.result(120)
    require(result.solved, f"the run that was paused: {result.error_msg}")
    require(not truth[-1].violations, f"the rules of motion were broken: {truth[-1].violations}")


def passes(client, now, began, seconds, uncertain):
    """This much time passes on /clock, and no more. What was known of /clock at the begin may be older by `uncertain`."""
    client.wait(lambda: now[0] > began + seconds - 0.0005, 5, f"/clock {seconds} s later")
    client.spin_for(0.5)
    require(now[0] < began + seconds + uncertain, f"{now[0] - began} s have passed instead of {seconds}")


def walks(client, simulator, now):
    """The action goes on step by step, ends where it is cancelled, and fails while the simulation plays."""
    client.spin_for(0.5)
    began = now[0]
    walk = client.goal("simulate_steps", SimulateSteps, SimulateSteps.Goal(steps=50))
    status, result = walk.result(15)
    require(status == GoalStatus.STATUS_SUCCEEDED and result.result.result == Result.RESULT_OK, f"50 steps: {result}")
    passes(client, now, began, 0.05, 0.01)
    # rclpy drops the feedback that comes after the result.
    require(walk.feedback, "no feedback came before the result")
    require(all(f.completed_steps + f.remaining_steps == 50 for f in walk.feedback), f"feedback: {walk.feedback}")
    counts = [feedback.completed_steps for feedback in walk.feedback]
    require(counts == sorted(set(counts)), f"feedback of the steps {counts}")
    walk = client.goal("simulate_steps", SimulateSteps, SimulateSteps.Goal(steps=10**9))
    client.wait(lambda: walk.feedback, 5, "feedback of a step")
    walk.cancel()
    status, result = walk.result(15)
    require(status == GoalStatus.STATUS_CANCELED and "cancelled" in result.result.error_message, f"cancelled: {status}, {result}")
    require(simulator.state() == SimulationState.STATE_PAUSED, "it is not paused after its steps")
    simulator.enter(SimulationState.STATE_PLAYING)
    status, result = client.goal("simulate_steps", SimulateSteps, SimulateSteps.Goal(steps=5)).result(15)
    require(status == GoalStatus.STATUS_ABORTED and "pause" in result.result.error_message, f"while it plays: {status}, {result}")
    simulator.enter(SimulationState.STATE_PAUSED)


def resets(client, simulator, truth, beginning, other):
    """The beginning comes back; the rig solves its cube, and offers it when that is wanted."""
    put = client.call("sim/scramble", Scramble, Scramble.Request(facelets=other))
    require(put.error_code == 0, f"sim/scramble: {put}")
    gone = client.call("sim/fault", InjectFault, InjectFault.Request(fault="brick_silent", target="rl_clamp", amount=60.0))
    require(gone.error_code == 0, f"sim/fault: {gone}")
    client.wait(lambda: truth[-1].facelets == other, 5, "the other cube")
    simulator.reset(ResetSimulation.Request.SCOPE_DEFAULT)
    client.wait(lambda: truth[-1].facelets == beginning, 5, "the cube of the beginning")

    rig = Rig(client)
    statuses = client.listen("run/status", RunStatus, LATCHED)
    goal = RunCube.Goal(scan=True, look_again=True, max_attempts=1, solve_time_limit=2.0, release_after=True)
    _, result = client.goal("run", RunCube, goal).result(150)
    require(result.solved, f"the run after the reset: {result.error_msg}")
    client.wait(lambda: statuses[-1].asks, 10, "the question whether somebody holds the cube")
    require("open" in statuses[-1].text, f"the question is: {statuses[-1].text}")
    before = rig.grips()
    client.spin_for(2.0)
    moved = [abs(now - then) > 0.1 for now, then in zip(rig.grips(), before)]
    require(statuses[-1].asks and not any(moved) and not rig.are_open(), f"before a confirmation: {statuses[-1].text}")
    require(rig.confirm().success, "confirm failed")
    client.wait(lambda: not statuses[-1].asks and "You can take the cube" in statuses[-1].text, 20, "the end of the release")
    require(rig.are_open(), f"the claws stand at {rig.grips()}")


check(main)
