import type { ContextUsage } from '@antiphon/core/usage'

/** What fills a window, line by line for a person. */
export function formatContextUsage(usage: ContextUsage): string {
  const { model, categories, totalTokens, rawMaxTokens, percentage, memoryFiles, mcpTools } = usage
  const share = (tokens: number): string => `${((100 * tokens) / Math.max(rawMaxTokens, 1)).toFixed(1)}%`
  const lines = categories.map(
    ({ name, tokens }) => `  ${name}: ${formatTokens(tokens)} tokens (${share(tokens)})`,
  )
  return [
    `Context: ${formatTokens(totalTokens)} of ${formatTokens(rawMaxTokens)} tokens (${Math.round(percentage)}%), ${model}`,
    ...lines,
    ...listNamed(
      'Memory files',
      memoryFiles.map(({ path, tokens }) => ({ name: path, tokens })),
    ),
    ...listNamed('MCP tools', mcpTools),
  ].join('\n')
}

function listNamed(
  title: string,
  items: readonly { readonly name: string; readonly tokens: number }[],
): readonly string[] {
  if (items.length === 0) return []
  const rest = items.length - MOST_LINES
  return [
    `${title}:`,
    ...items.slice(0, MOST_LINES).map(({ name, tokens }) => `  ${name}: ${formatTokens(tokens)} tokens`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}

const MOST_LINES = 50

function formatTokens(tokens: number): string {
  if (tokens >= 999_950) return `${(tokens / 1_000_000).toFixed(1)}M`
  return tokens >= 1000 ? `${(tokens / 1000).toFixed(1)}k` : String(Math.round(tokens))
}
