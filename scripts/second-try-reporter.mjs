// Names the tests that passed only when they were tried again: they depend on how quick a machine is.
// biome-ignore lint/style/noDefaultExport: vitest takes the default of a reporter's file
export default class SecondTryReporter {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#names) console.log(`passed on a second try: ${name}`)
  }
}
