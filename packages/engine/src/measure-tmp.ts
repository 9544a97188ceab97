import { createToolHarness } from './testing/tool-harness.ts'
import { createFileTools } from './tools/files/index.ts'
const h = await createToolHarness({ env: { PATH: process.env.RG ?? '' } })
const tool = (n: string) => createFileTools().find(t => t.name === n)!
for (const [n, i] of [
  ['Read', { file_path: '/tmp/hugetest/huge.log', offset: 60_000_000, limit: 3 }],
  ['Read', { file_path: '/tmp/hugetest/huge.log' }],
  ['Read', { file_path: '/tmp/hugetest/oneline.txt' }],
  ['Grep', { path: '/tmp/hugetest', pattern: 'nothing here', output_mode: 'content' }],
  ['Grep', { path: '/work/main', pattern: 'inspectPdf', output_mode: 'content', head_limit: 0 }],
  ['Grep', { path: '/work/main', pattern: 'inspect\\w+\\(', output_mode: 'files_with_matches' }],
  ['Glob', { path: '/work/main', pattern: '**/*.test.ts' }],
] as const) {
  const t = performance.now()
  const { text } = await h.run(tool(n), i)
  console.log(n, JSON.stringify(i).slice(0, 90), Math.round(performance.now() - t), 'ms', 'rss', Math.round(process.memoryUsage.rss() / 1e6), 'MB', text.length, JSON.stringify(text.slice(-160)))
}
await h.close()
