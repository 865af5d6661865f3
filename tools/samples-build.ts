/** `npm run samples:build`: the samples that ship with the service. */
await import('./build-recall-sample.ts');
await import('./build-issue-sample.ts');
