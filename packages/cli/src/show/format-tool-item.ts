import { firstBlock, previewToolResult, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { formatResult, formatToolHead } from '../view/format-tool.ts'
import { formatMarks } from './format-marks.ts'

export type FormattedTool = { readonly head: string; readonly result: readonly string[] }

/** A call and the head of its result, apart: what a subagent did for it stands between them. */
export function formatToolItem(item: ToolItem, cwd: string | undefined, screen: Screen): FormattedTool {
  const { status, title, durationMs, isDurationAtMost, result } = item.story
  const head = formatToolHead(
    {
      status,
      title: cwd === undefined ? title : title.replaceAll(`${cwd}/`, ''),
      ...(durationMs !== undefined && { durationMs }),
      ...(isDurationAtMost && { isAtMost: true }),
      suffix: formatMarks(item),
    },
    screen,
  )
  const block = firstBlock(result)
  if (block === undefined) return { head, result: [] }
  const preview = previewToolResult(block, { maxLines: RESULT_LINES[status], maxCodePoints: 1200 })
  const isSilent = preview.text.trim() === '' && preview.cutCodePoints === 0
  return { head, result: isSilent ? [] : formatResult(preview, status, screen) }
}

/** What went wrong is worth more lines than what went well. */
const RESULT_LINES: Readonly<Record<ToolStatus, number>> = {
  done: 4,
  failed: 10,
  denied: 2,
  interrupted: 2,
  running: 4,
}
