// A Bluetooth that the test plays in a browser: one device with the services of a cube, whose packets come from the test.

import type { Page } from "playwright-core";

/** What the device is. */
export interface Device {
  readonly name: string;
  readonly service: string;
  /** Characteristics that the page writes to, and that it listens to. */
  readonly commands: string;
  readonly state: string;
  /** What it advertises to browsers that read it: company and bytes. */
  readonly advertised?: readonly [number, readonly number[]];
}

let count = 0;

/** A packet, and the milliseconds after which it arrives. */
export interface Packet {
  readonly bytes: readonly number[];
  readonly after: number;
}

/** The device on a page. */
export class PlayedDevice {
  private constructor(private readonly page: Page) {}

  /** Puts it into a page. `gets` is called with what the page writes. */
  static async on(page: Page, device: Device, gets: (bytes: number[]) => void): Promise<PlayedDevice> {
    const name = `deviceGets${count++}`;
    await page.exposeFunction(name, gets);
    await page.evaluate(
      ({ device, name }) => {
        const characteristic = Object.assign(new EventTarget(), {
          value: undefined as DataView | undefined,
          startNotifications: async () => {},
          stopNotifications: async () => {},
        });
        const writes = { writeValue: async (value: Uint8Array) => void (window as any)[name](Array.from(value)) };
        const service = { uuid: device.service, getCharacteristic: async (uuid: string) => (uuid === device.commands ? writes : characteristic) };
        const remote = Object.assign(new EventTarget(), {
          name: device.name,
          gatt: {
            connected: false,
            connect: async () => Object.assign(remote.gatt, { connected: true }),
            getPrimaryServices: async () => [service],
            disconnect: () => {
              remote.gatt.connected = false;
              remote.dispatchEvent(new Event("gattserverdisconnected"));
            },
          },
          watchAdvertisements: device.advertised && (async () => {
            const [company, bytes] = device.advertised as [number, number[]];
            const data = new Map([[company, new DataView(Uint8Array.from(bytes).buffer)]]);
            setTimeout(() => remote.dispatchEvent(Object.assign(new Event("advertisementreceived"), { manufacturerData: data })));
          }),
        });
        const bluetooth = { requestDevice: async () => remote };
        Object.defineProperty(navigator, "bluetooth", { value: bluetooth, configurable: true });
        (window as any).device = {
          remote,
          send(packets: { bytes: number[]; after: number }[]) {
            return Promise.all(packets.map(({ bytes, after }) => new Promise<void>((done) => setTimeout(() => {
              characteristic.value = new DataView(Uint8Array.from(bytes).buffer);
              characteristic.dispatchEvent(new Event("characteristicvaluechanged"));
              done();
            }, after))));
          },
        };
      },
      { device, name },
    );
    return new PlayedDevice(page);
  }

  /** Sends packets; returns when all have arrived. */
  async send(packets: readonly Packet[]): Promise<void> {
    await this.page.evaluate((packets) => (window as any).device.send(packets), packets);
  }

  /** Goes out of reach. */
  async leave(): Promise<void> {
    await this.page.evaluate(() => (window as any).device.remote.gatt.disconnect());
  }
}
