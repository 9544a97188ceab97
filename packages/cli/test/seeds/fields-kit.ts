import { createScriptModel, type ScriptReply, type SimulatorOptions } from '@antiphon/simulator'
import {
  createHeadlessKit,
  DRIVEN,
  type Ended,
  type HeadlessKit,
  type Line,
  listBlocks,
  readLogs,
} from '../headless-kit.ts'

/** What a run of the product left: on the wire, in the log, at the model. */
export type ProductRun = {
  readonly wire: readonly Line[]
  readonly log: readonly Line[]
  readonly kit: HeadlessKit
  readonly ended: Ended
}

export type RunProductOptions = {
  readonly replies: readonly ScriptReply[]
  readonly prompts: readonly (string | readonly object[])[]
  readonly argv?: readonly string[]
  readonly env?: (kit: HeadlessKit) => Readonly<Record<string, string>>
  readonly simulator?: SimulatorOptions
  /** Writes into the folder before the product starts. */
  readonly prepare?: (kit: HeadlessKit) => void
}

/** Starts the executable in an empty home, says the prompts one after the other, each after the result of the one before. */
export async function runProduct(options: RunProductOptions): Promise<ProductRun> {
  const kit = await createHeadlessKit(createScriptModel(options.replies), options.simulator)
  options.prepare?.(kit)
  const agent = kit.start([...DRIVEN, ...(options.argv ?? [])], options.env ? { env: options.env(kit) } : {})
  for (const [index, content] of options.prompts.entries()) {
    agent.child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`)
    await agent.until(() => agent.events.filter(({ type }) => type === 'result').length > index)
  }
  agent.hush()
  const ended = await agent.ended
  return { wire: agent.events, log: readLogs(kit.root), kit, ended }
}

/** The first that has such a block. */
export function findByBlock(lines: readonly Line[], type: string): Line | undefined {
  return lines.find(line => listBlocks([line]).some(block => block.type === type))
}

/** What the product sent to the model, each request as text. */
export function sentTo({ simulator }: HeadlessKit): readonly string[] {
  return simulator.log.all().map(({ request }) => JSON.stringify(request))
}
