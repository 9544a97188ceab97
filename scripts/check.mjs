// `npm run check`: format, lint, types and the quick tests, in seconds.
import { run, setUp } from './set-up.mjs'

await setUp({ everything: true })
const steps = [
  ['biome', ['check', '--error-on-warnings']],
  ['tsc', ['-p', 'tsconfig.tests.json']],
  ['vitest', ['run', '--reporter=dot', ...process.argv.slice(2)], { env: { QUICK: '1' } }],
]
for (const [command, args, options] of steps) {
  const code = run(command, args, options)
  if (code !== 0) process.exit(code)
}
