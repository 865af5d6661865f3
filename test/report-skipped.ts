import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const REASON = / \(skipped: ([^)]+)\)/;

/** Prints each test that did not run together with why. One without a reason fails the run. */
export class SkippedReporter implements Reporter {
  #isWhole = true;

  onInit({ config }: Vitest): void {
    // A test that the caller has not chosen needs no reason.
    this.#isWhole = config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isWhole) return;
    // Tests of a suite that could not start are skipped for what is reported already.
    for (const test of skippedOf(modules.filter((module) => module.ok()))) {
      const reason = REASON.exec(test.fullName)?.[1];
      if (reason === undefined) process.exitCode = 1;
      process.stdout.write(
        `skipped: ${test.module.relativeModuleId} > ${test.fullName.replace(REASON, '')}: ${reason ?? 'NO REASON GIVEN'}\n`,
      );
    }
  }
}

function skippedOf(modules: readonly TestModule[]): TestCase[] {
  return modules.flatMap((module) => [...module.children.allTests('skipped')]);
}
