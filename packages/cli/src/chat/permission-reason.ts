import type { ReplTexts } from './repl-texts.ts'

/** Why a call is asked about, in the person's language; what nobody has words for stays as it was said. */
export function tellReason(reason: string, { language }: Pick<ReplTexts, 'language'>): string {
  if (language !== 'zh-CN') return reason
  for (const [pattern, words] of CHINESE) if (pattern.test(reason)) return reason.replace(pattern, words)
  return reason
}

/** The reasons of `permissions/grade-path.ts` and `grade-tool.ts`. */
const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^it would read (.+), outside the working folders$/s, '它会读取工作文件夹之外的 $1'],
  [/^it would write (.+), outside the working folders$/s, '它会写入工作文件夹之外的 $1'],
  [/^it would read ([^,]+)$/s, '它会读取 $1'],
  [/^it would write ([^,]+)$/s, '它会写入 $1'],
  [/^it would fetch from (\S+)$/, '它会从 $1 获取内容'],
  [/^it would use (\S+) for (.+)$/s, '它会使用 $1：$2'],
  [/^it would use (\S+)$/, '它会使用 $1'],
]
