import { isObject } from '@antiphon/contract'
import { leafStrings, type ToolItem } from '@antiphon/core/ui'
import { z } from 'zod'
import { type AnyOf, findCalls, type RecalledCall } from '../source/find-calls.ts'
import { linkOf } from '../source/session-log.ts'
import { holdsAll, listWords, toWordQuery } from '../source/word-query.ts'
import type { SecretKeeper } from '../told/secret-keeper.ts'
import { readCommand, readOutput, tellCall, tellItem } from '../told/tell-item.ts'
import { createTokenBudget } from '../told/token-budget.ts'
import { readTime, shortTime } from './read-time.ts'
import {
  defineRecallTool,
  maxTokens,
  type RecallTool,
  SCOPE_INPUT,
  SCOPE_OUTPUT,
  TIME_INPUT,
} from './recall-tool.ts'

const INPUT = z.object({
  like: z
    .string()
    .default('')
    .describe(
      'Words of the error, the command or the file; all must occur in the call or in what it printed. Empty: the newest failures.',
    ),
  tool: z.string().optional().describe('Only this tool, such as Bash or Edit.'),
  ...SCOPE_INPUT,
  since: TIME_INPUT,
  limit: z.number().int().min(1).max(20).default(4),
  max_tokens: maxTokens(2_000),
})

const AFTER = z.object({ link: z.string(), kind: z.string(), text: z.string() })

const FAILURE = z.object({
  link: z.string(),
  at: z.string().nullable(),
  tool: z.string(),
  call: z.string(),
  error: z.string(),
  resolved_by: AFTER.nullable().describe('The next call of this tool on the same thing that succeeded.'),
  followed_by: z.array(AFTER).describe('What the agent said and did next.'),
})

const OUTPUT = z.object({
  failures: z.array(FAILURE),
  left_out: z.object({ failures: z.number().int(), older_sessions: z.number().int() }),
  ...SCOPE_OUTPUT,
})

/** What failed before, and what followed. */
export const findFailures: RecallTool = defineRecallTool({
  name: 'find_failures',
  title: 'What failed before, and what followed',
  description:
    'Finds tool calls and commands that failed in past sessions, like the one you have before you, with the error, what the agent did next, and the call that then succeeded. Use it when something fails, before trying the same cures again.',
  input: INPUT,
  output: OUTPUT,
  async answer(asked, { source, scope, keeper, now, signal }) {
    const words = listWords(asked.like)
    const after = readTime('since', asked.since, now)
    const time = after === undefined ? {} : { after }
    const failed = (word: string): AnyOf => [
      toWordQuery(word, { ...time, isError: true }),
      ...(word === '' ? [] : [toWordQuery(word, { kind: 'tool-input' })]),
    ]
    // Some words may stand in the call and others in its answer.
    const groups = words.length === 0 ? [failed('')] : longest(words).map(failed)
    const found = await findCalls(groups, {
      ...{ search: source.search, accepts: scope.accepts, now, signal, limit: asked.limit },
      isMeant: item => {
        if (item.story.status !== 'failed') return false
        if (asked.tool !== undefined && item.story.name.toLowerCase() !== asked.tool.toLowerCase())
          return false
        if (after !== undefined && !(Date.parse(item.story.startedAt) >= after)) return false
        return holdsAll(
          [item.story.name, ...leafStrings(item.story.input), readOutput(item.story)].join('\n'),
          words,
        )
      },
    })
    const tokens = asked.max_tokens - FRAME_TOKENS
    const budget = createTokenBudget(tokens)
    const most = Math.max(160, Math.floor((tokens * 1.5) / Math.max(1, found.calls.length)))
    const failures: z.infer<typeof FAILURE>[] = []
    for (const call of found.calls) {
      const failure = tellFailure(call, { keeper, most })
      if (!budget.take(failure)) break
      failures.push(failure)
    }
    const value = {
      failures,
      left_out: { failures: found.calls.length - failures.length, older_sessions: found.unreadSessions },
    }
    return { value, text: format(value) }
  },
})

const FRAME_TOKENS = 100
const MOST_GROUPS = 6

/** The words by which sessions are looked for: each costs a search, and long ones are rare. */
function longest(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, MOST_GROUPS)
}

type TellOptions = { readonly keeper: SecretKeeper; readonly most: number }

function tellFailure(
  { log, index, item }: RecalledCall,
  { keeper, most }: TellOptions,
): z.infer<typeof FAILURE> {
  const { text, output = '', at } = tellCall(item.story, { keeper, most })
  const later = log.items.slice(index + 1)
  const until = later.findIndex(one => one.item.kind === 'prompt')
  const sameTurn = until === -1 ? later : later.slice(0, until)
  const resolved = later.find(
    one => one.item.kind === 'tool' && one.item.story.status === 'done' && isSameSubject(one.item, item),
  )
  const toAfter = (one: (typeof later)[number]): readonly z.infer<typeof AFTER>[] => {
    const told = tellItem(one.item, { keeper, most: Math.floor(most / 3) })
    if (!told) return []
    return [{ link: linkOf(log.path, one.item.uuid), kind: told.tool ?? told.kind, text: told.text }]
  }
  return {
    ...{ link: linkOf(log.path, item.uuid), at, tool: item.story.name, call: text, error: output },
    resolved_by: resolved ? (toAfter(resolved)[0] ?? null) : null,
    followed_by: sameTurn
      .filter(one => one !== resolved && (one.item.kind === 'answer' || one.item.kind === 'tool'))
      .slice(0, FOLLOWING)
      .flatMap(toAfter),
  }
}

const FOLLOWING = 3

/** The same file, or a command of the same program and first word behind it. */
function isSameSubject({ story: one }: ToolItem, { story: other }: ToolItem): boolean {
  if (one.name !== other.name) return false
  const [command, wanted] = [readCommand(one), readCommand(other)]
  if (command !== undefined && wanted !== undefined) return headOf(command) === headOf(wanted)
  const [file, asked] = [fileOf(one.input), fileOf(other.input)]
  return file !== undefined && file === asked
}

/** `cd x && FOO=1 npm test --y` is about `npm test`. */
function headOf(command: string): string {
  const last = command
    .split(/&&|;|\n/)
    .map(part => part.trim())
    .find(part => part !== '' && !/^(?:cd|export|set)\b/.test(part))
  return (last ?? '')
    .split(/\s+/)
    .filter(word => !/^\w+=/.test(word))
    .slice(0, 2)
    .join(' ')
}

function fileOf(input: unknown): string | undefined {
  if (!isObject(input)) return undefined
  const path = input.file_path ?? input.notebook_path ?? input.path
  return typeof path === 'string' ? path : undefined
}

function format({
  failures,
  left_out: leftOut,
}: Pick<z.infer<typeof OUTPUT>, 'failures' | 'left_out'>): string {
  if (failures.length === 0)
    return leftOut.failures > 0
      ? `${leftOut.failures} failures were found, but not even the first fits; raise max_tokens.`
      : 'Nothing like that failed in a session of this scope.'
  return [
    ...failures.map(({ link, at, tool, call, error, resolved_by: resolved, followed_by: followed }) =>
      [
        `[${shortTime(at)} ${tool} failed] ${link}`,
        call,
        `→ ${error}`,
        ...followed.map(one => `  then ${one.kind}: ${one.text}`),
        resolved
          ? `  resolved by ${resolved.link.slice(resolved.link.indexOf('#'))}: ${resolved.text}`
          : '  no later call of the same succeeded',
      ].join('\n'),
    ),
    ...(leftOut.failures > 0 ? [`${leftOut.failures} further failures do not fit.`] : []),
    ...(leftOut.older_sessions > 0 ? [`${leftOut.older_sessions} older sessions may hold more.`] : []),
  ].join('\n')
}
