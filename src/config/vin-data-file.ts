/** The file for newer VIN data, for commands that need nothing else of the configuration. */
export function readVinDataFile(
  environment: Record<string, string | undefined> = process.env,
): string | undefined {
  return environment.VPIC_DATASET || undefined;
}
