import { parseArgs } from 'node:util';
import { writeMirrorFiles } from './mirror-files/write-files.ts';

// node tools/mirror-files.ts --to FOLDER: made-up bulk files in the form and size of NHTSA's and Transport Canada's.
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    complaints: { type: 'string', default: '2000000' },
    recalls: { type: 'string', default: '300000' },
    canada: { type: 'string', default: '200000' },
  },
});
if (values.to === undefined) throw new Error('Say where to: --to FOLDER');
const [complaints, recalls, canada] = [values.complaints, values.recalls, values.canada].map(Number);
await writeMirrorFiles(values.to, {
  complaints: complaints ?? 0,
  recalls: recalls ?? 0,
  canada: canada ?? 0,
  much: { make: 'HYUNDAI', model: 'ELANTRA', year: 2013, complaints: 5_000 },
});
