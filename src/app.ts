import type { Config } from './config/config.ts';
import { type Overrides, Parts } from './parts.ts';
import type { Served } from './serve.ts';

/** The service: its parts, and its door. Disposing it drains the door and then closes the parts. */
export class Forecourt extends Parts {
  readonly #serving = new AsyncDisposableStack();
  #served: Promise<Served> | undefined;

  /** Builds nothing yet. */
  static create(config: Config, overrides: Overrides = {}): Forecourt {
    return new Forecourt(config, overrides);
  }

  /** Opens the door. Resolves when everything is sold; /health replies earlier. */
  serve(): Promise<Served> {
    this.#served ??= this.#open();
    return this.#served;
  }

  /** Commands that only ask for parts do not load what serves. */
  async #open(): Promise<Served> {
    const { serve } = await import('./serve.ts');
    return serve(this, this.#serving);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#served?.catch(() => {});
    await this.#serving.disposeAsync();
    await super[Symbol.asyncDispose]();
  }
}
