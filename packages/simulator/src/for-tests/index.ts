export type { RequestRecord } from '../request-log/request-record.ts'
export { assertNoRefusals } from './assert-no-refusals.ts'
export { assertScriptUsedUp } from './assert-script-used-up.ts'
export { assertStablePrefix } from './assert-stable-prefix.ts'
export { expectRequest, lastRequest, type ReadableRecord } from './expect-request.ts'
export {
  startTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
} from './start-test-simulator.ts'
export { type RunnerHooks, useSimulator } from './use-simulator.ts'
export { withSimulator } from './with-simulator.ts'
