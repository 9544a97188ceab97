import { z } from 'zod'
import { RecallError } from '../recall-error.ts'
import { parseSessionLink } from '../session-link.ts'
import { findItem, findLog, linkOf, readSessionLog } from '../source/session-log.ts'
import { readWindow } from '../told/session-window.ts'
import { formatToldItem } from '../told/tell-item.ts'
import { defineRecallTool, maxTokens, type RecallTool, SCOPE_OUTPUT } from './recall-tool.ts'

const INPUT = z.object({
  link: z
    .string()
    .describe(
      'antiphon://session/ID#UUID of a hit reads around it; antiphon://session/ID, or an id, the whole session.',
    ),
  direction: z
    .enum(['around', 'after', 'before'])
    .optional()
    .describe(
      'after or before the place of the link, to read on. Without a place: after is from the beginning, before from the end.',
    ),
  thinking: z.boolean().default(false).describe("Also the agent's thinking."),
  max_tokens: maxTokens(2_500),
})

const ITEM = z.object({
  link: z.string(),
  kind: z.enum(['person', 'agent', 'thinking', 'tool', 'note']),
  at: z.string().nullable(),
  tool: z.string().optional(),
  status: z.enum(['running', 'done', 'failed', 'denied', 'interrupted']).optional(),
  text: z.string(),
  output: z.string().optional(),
  left_out_characters: z.number().int().optional(),
})

const OUTPUT = z.object({
  items: z.array(ITEM),
  left_out: z.object({
    before: z
      .number()
      .int()
      .describe('Items before the first; read them with its link and direction before.'),
    after: z.number().int(),
  }),
  damaged_lines: z.number().int(),
  ...SCOPE_OUTPUT,
})

/** Reads a session around a place, as much as fits. */
export const readSessionTool: RecallTool = defineRecallTool({
  name: 'read_session',
  title: 'Read a past session',
  description:
    'Reads a past session around a link that another tool gave (or from its beginning or end), in order: what the person asked, what the agent said and did, what tools printed. Bounded: long texts are cut in their middle, what does not fit is counted; read on with the link of the first or last item.',
  input: INPUT,
  output: OUTPUT,
  hasRunning: true,
  async answer(asked, { source, scope, keeper, signal }) {
    const link = parseSessionLink(asked.link)
    if (!link)
      throw new RecallError(
        `${asked.link} is no link. Give antiphon://session/ID#UUID, as search_sessions does.`,
      )
    const path = await findLog(link, { roots: source.roots, accepts: scope.accepts })
    const log = await readSessionLog(path, signal)
    const at = link.place === undefined ? null : findItem(log, link.place)
    if (link.place !== undefined && at === null)
      throw new RecallError(
        `${linkOf(path)} holds no message ${link.place}. Read it without the part behind #.`,
      )
    const window = readWindow(log, {
      at,
      direction: asked.direction ?? (at === null ? 'after' : 'around'),
      tokens: asked.max_tokens - FRAME_TOKENS,
      keeper,
      hasThinking: asked.thinking,
    })
    const value = { ...window, damaged_lines: log.file.damage.length }
    return { value, text: format(linkOf(path), value) }
  },
})

const FRAME_TOKENS = 100

function format(
  link: string,
  {
    items,
    left_out: { before, after },
    damaged_lines: damaged,
  }: Omit<z.infer<typeof OUTPUT>, 'scope' | 'redacted'>,
): string {
  return [
    link,
    ...(before > 0 ? [`(${before} items before)`] : []),
    ...items.map(item => formatToldItem(item, item.link.slice(item.link.indexOf('#')))),
    ...(after > 0 ? [`(${after} items after)`] : []),
    ...(damaged > 0 ? [`${damaged} damaged stretches of this log could not be read.`] : []),
  ].join('\n')
}
