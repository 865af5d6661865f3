import { startStandIn } from '../../../test/fleet/stand-in.ts';

const standIn = await startStandIn();
console.log(`localhost:${standIn.port}`);
process.once('SIGTERM', () => void standIn[Symbol.asyncDispose]());
