// The build puts another file in the place of this one for CommonJS, which has no import.meta: see tools/build/package.ts.
/** The data that ship with the package. Bundlers know this form, and take the file along. */
// biome-ignore lint/suspicious/noTsIgnore: an error only where it is compiled as CommonJS
// @ts-ignore
export const dataPlace: URL = new URL('../vpic.dataset', import.meta.url);
