import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ENGINE = new URL('../src/index.ts', import.meta.url)

/** Every module that a process loads is named on its standard output. */
const TELL_LOADS = `export async function load(url, context, next) { process.stdout.write(url + '\\n'); return next(url, context) }`

it('loads neither the official client nor the client of MCP before somebody needs them', () => {
  const script = `import { register } from 'node:module'
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(TELL_LOADS)}))
    const { createAnthropicProvider } = await import(${JSON.stringify(ENGINE.href)})
    createAnthropicProvider({ apiKey: 'none' })`
  const args = ['--conditions=@antiphon/source', '--import', 'tsx', '--input-type=module', '-e', script]
  const loaded = execFileSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', ENGINE)),
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  }).split('\n')
  expect(loaded.some(url => url.includes('/engine/src/provider/'))).toBe(true)
  expect(loaded.filter(url => /node_modules\/@(?:anthropic-ai|modelcontextprotocol)\//.test(url))).toEqual([])
})
