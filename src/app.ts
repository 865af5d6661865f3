import type { Config } from './config/config.ts';
import { builders } from './parts/builders.ts';
import type { Parts } from './parts/parts.ts';
import type { Served } from './serve-parts.ts';

/**
 * The service: its parts, built when they are first asked for, and its door. Disposing it drains the door and closes
 * the parts in the reverse order of their making. Parts that were given belong to whoever gave them, and stay open.
 */
export class Forecourt implements AsyncDisposable {
  /** Builds nothing yet; `overrides` are parts to take in the place of those that the configuration asks for. */
  static create(config: Config, overrides: Partial<Parts> = {}): Forecourt {
    return new Forecourt(config, overrides);
  }

  readonly config: Config;
  readonly #overrides: Partial<Parts>;
  /** Under each name the promise of that part: only `get` writes to it. */
  readonly #building = new Map<keyof Parts, Promise<unknown>>();
  readonly #closing = new AsyncDisposableStack();
  readonly #serving = new AsyncDisposableStack();
  #served: Promise<Served> | undefined;

  private constructor(config: Config, overrides: Partial<Parts>) {
    this.config = config;
    this.#overrides = overrides;
  }

  /** One part; the same one each time. */
  get<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
    const known = this.#building.get(name) as Promise<Parts[Name]> | undefined;
    if (known) return known;
    const building = this.#build(name);
    this.#building.set(name, building);
    return building;
  }

  /** Opens the door. Resolves when everything is sold; /health replies earlier. */
  serve(): Promise<Served> {
    this.#served ??= this.#open();
    return this.#served;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A part that is still being built is waited for, so that it can be closed.
    await Promise.allSettled([this.#served, ...this.#building.values()]);
    await this.#serving.disposeAsync();
    await this.#closing.disposeAsync();
  }

  /** Commands that only ask for parts do not load what serves. */
  async #open(): Promise<Served> {
    const { serveParts } = await import('./serve-parts.ts');
    return serveParts({ config: this.config, get: (name) => this.get(name), closing: this.#serving });
  }

  async #build<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
    // A part that is given is given whole: only `model` may be undefined, and is then meant so.
    if (Object.hasOwn(this.#overrides, name)) return this.#overrides[name] as Parts[Name];
    return builders[name]({
      config: this.config,
      get: (other) => this.get(other),
      closing: this.#closing,
    });
  }
}
