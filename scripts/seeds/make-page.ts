import type { Requirement } from '../../packages/cli/test/seeds/requirements/index.ts'
import type { ProductTest } from './find-product-tests.ts'

/** What the page is made of. */
export type PageParts = {
  readonly requirements: readonly Requirement[]
  readonly tests: readonly ProductTest[]
  /** What each seed is about, by its number. */
  readonly titles: Readonly<Record<string, string>>
}

/** docs/seeds.md: every requirement with its class, its files, and the tests that prove it. */
export function makePage({ requirements, tests, titles }: PageParts): string {
  const seeds = Object.entries(titles).map(([seed, title]) => {
    const rows = requirements.filter(({ id }) => id.startsWith(`${seed}:`)).map(row => toLine(row, tests))
    return [`## Seed ${seed}: ${title}`, '', HEAD, LINE, ...rows, ''].join('\n')
  })
  return `${[INTRODUCTION, ...seeds, NAMES].join('\n')}\n`
}

function toLine(
  { id, place, says, why, files, units = [] }: Requirement,
  tests: readonly ProductTest[],
): string {
  const proofs = tests.filter(({ ids }) => ids.includes(id)).map(toProof)
  const cells = [
    `\`${id}\``,
    place,
    says,
    why === undefined ? 'holds' : `on purpose: ${why}`,
    files.map(file => `\`${file}\``).join(', '),
    proofs.join('<br>') || 'none yet',
    units.map(unit => unit.replace(/^\S+/, '`$&`')).join('<br>'),
  ]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function toProof({ path, title }: ProductTest): string {
  return `\`${path.replace('packages/cli/test/', '')}\` "${title}"`
}

const HEAD = '| row | § | requirement | class | implemented in | product test | unit tests |'
const LINE = '|---|---|---|---|---|---|---|'

const INTRODUCTION = `# The seeds, requirement by requirement

Made by \`npm run seeds\` from \`packages/cli/test/seeds/requirements\` and from the tests; change those. The specification is five documents (\`../shared/seeds\`). Each requirement in them is a row: it *holds*, or it differs *on purpose*, and then the row says why. Each has a test that starts the product (the executable or the window, in an empty home, with the simulator as the model) and finds the thing in the log, in the request, on the wire or on the screen for its real reason. \`scripts/seeds.test.ts\` fails for a row without such a test, for a path, a name or a unit test that is not where a row says, and for a page that is not what the table makes. \`npm test\` counts the rows whose tests ran and passed.

How to read a row:

- Its name is the seed and the lines (\`000:33-44\`); titles of product tests begin with it.
- Paths are relative to \`packages/core/src\`; those that begin with \`packages/\` or \`scripts/\` are relative to the repository; product tests are in \`packages/cli/test\`.
- What stands in code in a requirement is a name or a text of the seed, found in the implementing files. "(as …)" gives our name where it is another one.
- A unit test's name may be followed by the row of its table that matters, in parentheses.
`

const NAMES = `## Names of the seeds that are no requirements

Every other name in the seeds is a local variable of a sample, a value of an example, or belongs to another program.

| names | what they are |
|---|---|
| \`userMsg\`, \`lastMessage\`, \`normalizedMessage\`, \`normalizedInput\`, \`reorderedMessages\`, \`cleanedMessages\`, \`messageSet\`, \`newMessages\`, \`seenNewMessage\`, \`lastRecorded\`, \`tailIdx\`, \`toolUseBlock\`, \`toolUseBlocks\`, \`assistantMessage\`, \`resultContent\`, \`originalOutput\`, \`isError\`, \`toolInfoForSummary\`, \`nextPendingToolUseSummary\`, \`transcriptPromise\`, \`messagesFromUserInput\`, \`persistSession\`, \`mutableMessages\`, \`abortController\`, \`toolUseContext\`, \`systemPrompt\` | variables of samples |
| \`getSessionId\`, \`getProject\`, \`TeamInfo\`, \`jsonStringify\` | what \`recordTranscript\` reads its session, store and team from: options of \`createRecorder\` in \`@antiphon/transcript\` |
| \`tu_01\`, \`msg_xxx\`, \`call_xxx\`, \`req_xxx\`, \`toolu_xxx\`, \`toolu_01abc\`, \`toolu_02def\`, \`toolu_01GReBR1qZqBsaLLApUjZKr2\`, \`file_path\`, \`WebSearch\`, \`TodoWrite\`, \`FileWrite\`, \`nREADME\` | values of examples |
| \`IsError\` | the Go spelling of \`is_error\` |
| \`CCRunner\`, \`claude_code_sdk\`, \`TypeScript\`, \`sequenceDiagram\`, \`classDiagram\` | other programs and notations |
| \`toISOString\`, \`toString\`, \`padStart\`, \`parseInt\`, \`isArray\`, \`flatMap\`, \`findLastIndex\` | the language |`
