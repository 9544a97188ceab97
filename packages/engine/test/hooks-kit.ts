import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { HookEventName } from '@antiphon/core/wire'
import type { ScriptReply, SimulatorOptions } from '@antiphon/simulator'
import {
  createHookRunner,
  createToolbox,
  createTools,
  decidePermission,
  type HookOutput,
  type HookSettings,
  type QueryEngineOptions,
  toEngineHooks,
} from '../src/index.ts'
import { createEngineKit, type EngineKit, type OpenSession, SESSION } from './engine-kit.ts'

let kit: EngineKit | undefined
let session: OpenSession | undefined

/** Closes what `open` opened. */
export async function close(): Promise<void> {
  await session?.close()
  await kit?.close()
  kit = session = undefined
}

/** An answer after which the context is full. */
export const FILLED = { outputTokens: 1_000_000 }

/** Settings with one command hook: it notes what it is told, and answers with this. */
export type CommandHook = {
  readonly event: HookEventName
  readonly answer?: HookOutput
  readonly script?: string
}

type HookOptions = Partial<QueryEngineOptions> & { readonly simulator?: SimulatorOptions }

/** A session in the kit with these hooks; opened again, it is the same session that goes on. */
export async function open(
  replies: readonly ScriptReply[],
  hooks: readonly CommandHook[],
  { simulator = {}, ...options }: HookOptions = {},
): Promise<{ readonly kit: EngineKit; readonly session: OpenSession }> {
  kit ??= await createEngineKit(replies, simulator)
  const { folder } = kit
  const settings: HookSettings = Object.fromEntries(
    hooks.map(({ event, answer = {}, script = '' }) => {
      writeFileSync(join(folder, `${event}.json`), JSON.stringify(answer))
      const command = `cat >> ${event}.seen; ${script || `cat ${event}.json`}`
      return [event, [{ hooks: [{ type: 'command', command, timeout: 20 }] }]]
    }),
  )
  const runner = createHookRunner({
    hooks: settings,
    cwd: folder,
    env: process.env,
    sessionId: SESSION,
    transcriptPath: join(folder, 'log.jsonl'),
  })
  session = await kit.open({
    toolbox: createToolbox(createTools().filter(({ name }) => name !== 'Snip')),
    permissions: {
      mode: 'acceptEdits',
      rules: { allow: ['Task'], deny: [], ask: [] },
      additionalDirectories: [],
      decide: decidePermission,
      ask: null,
    },
    hooks: toEngineHooks(runner),
    ...options,
  })
  return { kit, session }
}

/** What the hook of an event was told, run by run. */
export function seen(event: HookEventName): readonly JsonObject[] {
  const file = join(kit?.folder ?? '', `${event}.seen`)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as JsonObject)
}

/** Whether a hook that nobody waits for has noted all that it is told. */
export function isNoted(event: HookEventName): boolean {
  try {
    return seen(event).length > 0
  } catch {
    return false
  }
}

/** The messages of a request. */
export const sent = (index: number): string =>
  JSON.stringify(kit?.simulator.log.all()[index]?.request?.messages)

/** A hook that adds this to what the model reads. */
export const context = (event: HookEventName, additionalContext: string): CommandHook => ({
  event,
  answer: { hookSpecificOutput: { hookEventName: event, additionalContext } },
})
