import { writeFileSync } from 'node:fs'
import { REQUIREMENTS, SEED_TITLES } from '../../packages/cli/test/seeds/requirements/index.ts'
import { findProductTests } from './find-product-tests.ts'
import { makePage } from './make-page.ts'

const ROOT = new URL('../../', import.meta.url)
const tests = findProductTests(ROOT)
writeFileSync(
  new URL('docs/seeds.md', ROOT),
  makePage({ requirements: REQUIREMENTS, tests, titles: SEED_TITLES }),
)
const open = REQUIREMENTS.filter(({ id }) => !tests.some(({ ids }) => ids.includes(id)))
const lines = open.map(({ id, says }) => `  ${id}  ${says}\n`)
process.stdout.write(
  `docs/seeds.md: ${REQUIREMENTS.length} requirements, ${open.length} without a product test\n${lines.join('')}`,
)
