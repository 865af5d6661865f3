import { styleText } from 'node:util';

const WARN = 40;
const ERROR = 50;
const SERVER_FAULT = 500;
const TIME_OF_DAY = { hour12: false } as const;

/** A line of the log as people at a terminal read it: the time, what happened, and what with. */
export function inWords(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line);
  const at = paint('dim', new Date(time).toLocaleTimeString('en-GB', TIME_OF_DAY));
  if (msg === 'request') return `${at}  ${describeRequest(fields)}`;
  const said = level >= ERROR ? paint('red', msg) : level >= WARN ? paint('yellow', msg) : msg;
  const facts = Object.entries(fields).map(([name, value]) => `${inSmall(name)} ${describe(value)}`);
  return `${at}  ${[said, ...facts].join(', ')}`;
}

interface RequestLine {
  method: string;
  route: string;
  status: number;
  durationMs: number;
  requestId: string;
}

function describeRequest({ method, route, status, durationMs, requestId }: RequestLine): string {
  const isFault = status >= SERVER_FAULT;
  const shown = paint(isFault ? 'red' : status < 400 ? 'green' : 'cyan', String(status));
  // By its id a caller who complains names a request.
  return `${method} ${route} ${shown} in ${durationMs} ms${isFault ? `, request ${requestId}` : ''}`;
}

/** Of a fault its kind, and the place in our own code where it arose. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(describe).join('; ');
  if (!('kind' in value)) return JSON.stringify(value);
  const frames = 'frames' in value && Array.isArray(value.frames) ? value.frames.map(String) : [];
  const own = frames.find((frame) => !/node:|node_modules/.test(frame));
  return own === undefined
    ? String(value.kind)
    : `${value.kind} ${own.replace(/^at .*?\(?file:\/\//, 'at ')}`;
}

const inSmall = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Colours where the terminal has them and nobody asked for none (NO_COLOR, FORCE_COLOR). */
function paint(colour: Parameters<typeof styleText>[0], text: string): string {
  return styleText(colour, text, { stream: process.stderr });
}
