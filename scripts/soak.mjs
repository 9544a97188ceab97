// `npm run soak [ROUNDS]`: every test again and again, each round with new generated cases. It stops at the first failure.
import { randomInt } from 'node:crypto'
import { run, setUp } from './set-up.mjs'

setUp({ browser: true })
const rounds = Number(process.argv[2] ?? 10)
for (let round = 1; round <= rounds; round++) {
  const seed = String(randomInt(2 ** 31))
  console.log(`soak: round ${round} of ${rounds}, PROPERTY_SEED=${seed}`)
  const code = run('vitest', ['run', '--reporter=dot'], { env: { PROPERTY_SEED: seed } })
  if (code !== 0) process.exit(code)
}
