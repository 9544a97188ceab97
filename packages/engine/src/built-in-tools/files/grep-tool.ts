import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { refuseGlob } from '../../files/glob-filter.ts'
import { SKIPPED_FOLDERS } from '../../files/walk-files.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import type { GrepQuery } from './grep-query.ts'
import { prepareFileCall } from './prepare-file-call.ts'
import { runGrep } from './run-grep.ts'

const lines = (what: string) => z.int().min(0).max(1000).optional().describe(what)

const schema = z.object({
  pattern: z.string().min(1).describe('The regular expression'),
  path: z.string().optional().describe('File or folder to search in; the working directory when left out'),
  glob: z.string().optional().describe('Only files that match this glob, such as *.js or *.{ts,tsx}'),
  type: z.string().optional().describe('Only files of this kind, such as js, py, rust, go, java'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .default('files_with_matches')
    .describe('Matching lines, paths of files (the default), or how many lines match in each file'),
  '-A': lines('Lines to show after each match (content)'),
  '-B': lines('Lines to show before each match (content)'),
  '-C': lines('Lines to show before and after each match (content)'),
  '-n': z.boolean().default(true).describe('Show line numbers (content)'),
  '-i': z.boolean().default(false).describe('Ignore upper and lower case'),
  multiline: z.boolean().default(false).describe('Let the pattern span lines; . then matches line ends too'),
  head_limit: z.int().min(0).default(250).describe('Show only so many lines or files; 0 for as many as fit'),
  offset: z.int().min(0).default(0).describe('Leave out so many lines or files first'),
})

type GrepInput = z.infer<typeof schema>

/** Searches in the contents of files. */
export function createGrepTool(): AgentTool {
  return defineTool({
    name: 'Grep',
    description: DESCRIPTION,
    schema,
    prepare: (input, context) =>
      prepareFileCall('Grep', {
        ...{ kind: 'read', input, field: 'path', context },
        refuse: () => refuse(input),
        work: path => grep(path, input, context),
      }),
  })
}

const DESCRIPTION = `Searches in the contents of files with a regular expression (ripgrep's kind). Prefer it to grep or rg in Bash.
- output_mode: files_with_matches (the default; newest files first), content (the lines), count.
- Narrow it with path, glob or type. Ignore files are respected; .git, node_modules and binary files are left out.
- To search for braces or brackets themselves, escape them: interface\\{\\}.
- A pattern matches within one line, unless multiline is true.`

function refuse({ glob, type }: GrepInput): string | null {
  for (const one of splitGlobs(glob)) {
    const problem = refuseGlob(one)
    if (problem !== null) return problem
  }
  if (type === undefined || Object.hasOwn(FILE_TYPES, type)) return null
  return `No kind of files is called ${type}. There are: ${Object.keys(FILE_TYPES).join(', ')}. Or use glob.`
}

async function grep(path: string, input: GrepInput, context: ToolContext): Promise<ToolOutcome> {
  const stats = await stat(path).catch(() => null)
  if (stats === null)
    return toErrorOutcome(
      `Path does not exist: ${path}. Note: your current working directory is ${context.cwd}.`,
    )
  const isFolder = stats.isDirectory()
  if (!isFolder && !stats.isFile()) return toErrorOutcome(`${path} is neither a file nor a folder.`)
  const query = toQuery(input, {
    mayRead: context.createReadFilter('Grep'),
    root: isFolder ? path : dirname(path),
    fileName: isFolder ? null : basename(path),
  })
  return runGrep({
    query,
    page: { limit: input.head_limit, offset: input.offset },
    hasNumbers: input['-n'],
    context,
  })
}

function toQuery(input: GrepInput, place: Pick<GrepQuery, 'root' | 'fileName' | 'mayRead'>): GrepQuery {
  const { head_limit, offset, type } = input
  return {
    ...place,
    pattern: input.pattern,
    // What is always skipped comes last, because the last glob decides.
    globs: [...splitGlobs(input.glob), ...SKIPPED_FOLDERS.map(name => `!${name}`)],
    typeGlobs: type === undefined ? null : (FILE_TYPES[type] ?? null),
    mode: input.output_mode,
    before: input['-B'] ?? input['-C'] ?? 0,
    after: input['-A'] ?? input['-C'] ?? 0,
    isCaseInsensitive: input['-i'],
    isMultiline: input.multiline,
    maxLines: Math.min(MAXIMUM_LINES, head_limit === 0 ? MAXIMUM_LINES : offset + head_limit + 1),
  }
}

const MAXIMUM_LINES = 100_000

/** Several globs may stand side by side; a comma inside braces belongs to its glob. */
function splitGlobs(glob: string | undefined): readonly string[] {
  return (glob ?? '')
    .split(/\s+/)
    .flatMap(part => (part.includes('{') ? [part] : part.split(',')))
    .filter(part => part !== '')
}

/** The globs of the kinds of files that Grep can be restricted to; the same whichever program searches. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  c: ['*.c', '*.h'],
  cpp: ['*.cpp', '*.cc', '*.cxx', '*.hpp', '*.hh', '*.hxx', '*.h', '*.inl'],
  cs: ['*.cs'],
  css: ['*.css', '*.scss', '*.sass', '*.less'],
  csv: ['*.csv'],
  dart: ['*.dart'],
  docker: ['Dockerfile', 'Dockerfile.*', '*.dockerfile'],
  elixir: ['*.ex', '*.exs', '*.eex', '*.heex'],
  go: ['*.go'],
  haskell: ['*.hs', '*.lhs'],
  html: ['*.html', '*.htm'],
  java: ['*.java'],
  js: ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.vue'],
  json: ['*.json', '*.jsonl', '*.jsonc'],
  kotlin: ['*.kt', '*.kts'],
  lua: ['*.lua'],
  make: ['Makefile', 'makefile', 'GNUmakefile', '*.mk'],
  markdown: ['*.md', '*.markdown', '*.mdx'],
  md: ['*.md', '*.markdown', '*.mdx'],
  php: ['*.php'],
  py: ['*.py', '*.pyi'],
  python: ['*.py', '*.pyi'],
  r: ['*.r', '*.R', '*.Rmd'],
  ruby: ['*.rb', '*.gemspec', 'Gemfile', 'Rakefile'],
  rust: ['*.rs'],
  scala: ['*.scala', '*.sbt'],
  sh: ['*.sh', '*.bash', '*.zsh', '*.ksh'],
  sql: ['*.sql'],
  svelte: ['*.svelte'],
  swift: ['*.swift'],
  toml: ['*.toml'],
  ts: ['*.ts', '*.tsx', '*.mts', '*.cts'],
  txt: ['*.txt'],
  vue: ['*.vue'],
  xml: ['*.xml', '*.xsd', '*.xsl', '*.svg'],
  yaml: ['*.yaml', '*.yml'],
  zig: ['*.zig'],
}
