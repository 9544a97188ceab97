import {
  createToolHarness,
  type ToolHarness,
  type ToolHarnessOptions,
} from '../../../testing/tool-harness.ts'

const open: ToolHarness[] = []

/** A harness whose session has these services; `closeHarnesses` removes it. */
export async function harnessWith(
  services: ToolHarnessOptions['services'] = {},
  createReadFilter: ToolHarnessOptions['createReadFilter'] = () => () => true,
): Promise<ToolHarness> {
  const harness = await createToolHarness({ services, createReadFilter })
  open.push(harness)
  return harness
}

/** Removes all harnesses of a test. */
export async function closeHarnesses(): Promise<void> {
  await Promise.all(open.splice(0).map(harness => harness.close()))
}
