import { z } from 'zod'
import { findCalls } from '../source/find-calls.ts'
import { linkOf } from '../source/session-log.ts'
import { holdsAll, listWords, toWordQuery } from '../source/word-query.ts'
import { formatToldItem, readCommand, tellCall } from '../told/tell-item.ts'
import { createTokenBudget } from '../told/token-budget.ts'
import { defineRecallTool, maxTokens, type RecallTool, SCOPE_INPUT, SCOPE_OUTPUT } from './recall-tool.ts'

const INPUT = z.object({
  command: z.string().min(1).describe('The command or words of it, such as "npm test" or "git log lamp".'),
  ...SCOPE_INPUT,
  limit: z.number().int().min(1).max(20).default(2).describe('How many runs, the newest first.'),
  max_tokens: maxTokens(1_500),
})

const RUN = z.object({
  link: z.string(),
  at: z.string().nullable(),
  command: z.string(),
  status: z.string().describe('done, failed, denied, interrupted or running.'),
  output: z.string(),
  left_out_characters: z.number().int().optional(),
})

const OUTPUT = z.object({
  runs: z.array(RUN),
  left_out: z.object({
    runs: z.number().int().describe('Found, and too long for max_tokens.'),
    older_sessions: z.number().int().describe('Sessions that may hold older runs; limit reads more.'),
  }),
  ...SCOPE_OUTPUT,
})

/** What a command printed when an agent ran it last. */
export const commandOutput: RecallTool = defineRecallTool({
  name: 'command_output',
  title: 'What a command printed last time',
  description:
    'Finds the newest runs of a shell command in past sessions, with what each printed and whether it failed. Use it instead of running something slow, costly or irreversible again, or to compare with an earlier result.',
  input: INPUT,
  output: OUTPUT,
  async answer(asked, { source, scope, keeper, now, signal }) {
    const words = listWords(asked.command)
    const found = await findCalls([[toWordQuery(asked.command, { kind: 'command' })]], {
      ...{ search: source.search, accepts: scope.accepts, now, signal, limit: asked.limit },
      isMeant: ({ story }) => {
        const command = readCommand(story)
        return command !== undefined && holdsAll(command, words)
      },
    })
    const budget = createTokenBudget(asked.max_tokens - FRAME_TOKENS)
    const most = Math.floor(((asked.max_tokens - FRAME_TOKENS) * 3) / Math.max(1, found.calls.length))
    const runs: z.infer<typeof RUN>[] = []
    for (const { log, item } of found.calls) {
      const { text, output = '', status, ...told } = tellCall(item.story, { keeper, most })
      const run = {
        ...{
          link: linkOf(log.path, item.uuid),
          at: told.at,
          command: text,
          status: status ?? 'done',
          output,
        },
        ...(told.left_out_characters !== undefined && { left_out_characters: told.left_out_characters }),
      }
      if (!budget.take(run)) break
      runs.push(run)
    }
    const value = {
      runs,
      left_out: { runs: found.calls.length - runs.length, older_sessions: found.unreadSessions },
    }
    return { value, text: format(value) }
  },
})

const FRAME_TOKENS = 100

function format({ runs, left_out: leftOut }: Pick<z.infer<typeof OUTPUT>, 'runs' | 'left_out'>): string {
  if (runs.length === 0)
    return leftOut.runs > 0
      ? `${leftOut.runs} runs were found, but not even the first fits; raise max_tokens.`
      : 'No session of this scope ran that command. Try fewer words of it.'
  return [
    ...runs.map(({ link, at, command, status, output }) =>
      formatToldItem(
        { kind: 'tool', tool: 'shell', at, text: command, output, status: status as 'done' },
        link,
      ),
    ),
    ...(leftOut.runs > 0 ? [`${leftOut.runs} further runs do not fit.`] : []),
    ...(leftOut.older_sessions > 0 ? [`${leftOut.older_sessions} older sessions may hold more.`] : []),
  ].join('\n')
}
