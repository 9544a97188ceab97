import type { ReplTexts } from './repl-texts.ts'

/** Why a call is asked about, in the person's language; what nobody has words for stays as it was said. */
export function tellReason(reason: string, { language }: Pick<ReplTexts, 'language'>): string {
  if (language !== 'zh-CN') return reason
  const outside = /^it would run outside the sandbox, and (.+)$/s.exec(reason)?.[1]
  if (outside !== undefined) return `它会在沙箱之外运行，并且${tellReason(outside, { language })}`
  for (const [pattern, words] of CHINESE) if (pattern.test(reason)) return reason.replace(pattern, words)
  return reason
}

/** The reasons of `permissions`: of paths, tools, commands, and what a mode or a rule says. */
const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^it would read (.+), which is another place for every process$/s, '它会读取 $1，该处对每个进程都不同'],
  [/^it would write (.+), which is another place for every process$/s, '它会写入 $1，该处对每个进程都不同'],
  [/^it would read (.+), wherever that is$/s, '它会读取 $1，具体位置未知'],
  [/^it would write (.+), wherever that is$/s, '它会写入 $1，具体位置未知'],
  [/^it would leave the sandbox$/, '它会离开沙箱'],
  [/^it would remove (.+)$/s, '它会删除 $1'],
  [/^the rule (.+) asks$/s, '规则 $1 要求询问'],
  [/^no rule allows it$/, '没有规则允许它'],
  [/^no rule allows (.+)$/s, '没有规则允许 $1'],
  [/^it would read (.+), outside the working folders$/s, '它会读取工作文件夹之外的 $1'],
  [/^it would write (.+), outside the working folders$/s, '它会写入工作文件夹之外的 $1'],
  [/^it would read ([^,]+)$/s, '它会读取 $1'],
  [/^it would write ([^,]+)$/s, '它会写入 $1'],
  [/^it would fetch from (\S+)$/, '它会从 $1 获取内容'],
  [/^it would use (\S+) for (.+)$/s, '它会使用 $1：$2'],
  [/^it would use (\S+)$/, '它会使用 $1'],
]
