// A phone before the tutor of a running graph (CUBERIG_PAGE): teach.launch.xml with camera:=page.

import { test } from "node:test";
import { Phone, filmOf } from "../kit/camera";
import { followed } from "../kit/learner";
import { cube } from "../kit/scan";

test("the tutor waits for the phone's camera, and goes on with the cube that it shows", async () => {
  const { colors } = cube();
  const phone = await Phone.start("", filmOf(colors));
  const page = await phone.open(process.env.CUBERIG_PAGE ?? "");
  await followed(page, colors);
  await page.locator(".camera-who").filter({ hasText: /Chrome on Linux: \d+ pictures a second, \d+ ms old/ }).waitFor();
  await phone.end();
});
