import { writeFileSync } from 'node:fs';
import { describeSettings } from '../src/config/variables.ts';

// npm run settings: writes the table of all settings anew.
writeFileSync(new URL('../deploy/settings.md', import.meta.url), describeSettings());
