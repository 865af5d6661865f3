import { syncBuiltinESMExports } from 'node:module';
import { promiseHooks } from 'node:v8';
import threads from 'node:worker_threads';
import { COUNTS, FLUSHES, STATEMENTS } from './count-statements.ts';

/** What a stretch of work did to the outside and how often it waited. */
export interface Work {
  awaits: number;
  statements: number;
  flushes: number;
  nodeCalls: number;
  /** The methods of the calls to the node, in their order. */
  methods: string[];
  /** How long at least one call to the node was under way. */
  nodeMs: number;
}

let awaits = 0;
/** What the thread of the database counts. */
const counts = new Int32Array(new SharedArrayBuffer(8));
const methods: string[] = [];
let nodeMs = 0;

/** Counts what this process does at its seams. Call it before anything is loaded that is to be counted. */
export function startCounting(): void {
  const { Worker } = threads;
  const counter = new URL('./count-statements.ts', import.meta.url).href;
  threads.Worker = class extends Worker {
    constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
      super(file, { ...options, execArgv: ['--import', counter] });
    }
  };
  syncBuiltinESMExports();
  threads.setEnvironmentData(COUNTS, counts);

  let underWay = 0;
  let sinceMs = 0;
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { method } = JSON.parse(String(init?.body ?? '{}')) as { method?: string };
    methods.push(method ?? 'other');
    if (underWay++ === 0) sinceMs = performance.now();
    try {
      return await fetch(input, init);
    } finally {
      if (--underWay === 0) nodeMs += performance.now() - sinceMs;
    }
  };
}

/** Counts continuations too, which slows everything down: not for measuring times. */
export function countAwaits(): Disposable {
  const stop = promiseHooks.onBefore(() => {
    awaits += 1;
  });
  return { [Symbol.dispose]: () => stop() };
}

/** What was done since it was asked last. */
export function takeWork(): Work {
  const work = {
    awaits,
    statements: Atomics.exchange(counts, STATEMENTS, 0),
    flushes: Atomics.exchange(counts, FLUSHES, 0),
    nodeCalls: methods.length,
    methods: methods.splice(0),
    nodeMs,
  };
  awaits = 0;
  nodeMs = 0;
  return work;
}
