import { createToolHarness } from './testing/tool-harness.ts'
import { createGrepTool } from './tools/files/grep-tool.ts'
const h = await createToolHarness({ env: { PATH: '' } })
const g = createGrepTool()
for (let i = 0; i < 3; i++) { const t = performance.now(); await h.run(g, { path: '/work/main', pattern: 'inspectPdf', output_mode: 'content' }); console.log(performance.now() - t) }
await h.close()
