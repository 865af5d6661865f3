import { Failure } from './failure.ts';

type Part = 'url' | 'headers' | 'body';

const CODES = { url: 'url_too_long', headers: 'headers_too_large', body: 'body_too_large' } as const;

export class RequestTooLarge extends Failure {
  readonly code: (typeof CODES)[Part];
  override readonly name = 'RequestTooLarge';
  readonly limitBytes: number;

  constructor(part: Part, limitBytes: number) {
    super(`The ${part === 'url' ? 'URL' : part} of this request may have at most ${limitBytes} bytes.`);
    this.code = CODES[part];
    this.limitBytes = limitBytes;
  }

  override get details() {
    return { limitBytes: this.limitBytes };
  }
}
