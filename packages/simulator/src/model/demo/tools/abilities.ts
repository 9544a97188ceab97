import type { RoleValues } from './fit-input.ts'
import type { Role } from './role-properties.ts'
import { shellQuote } from './shell-quote.ts'
import { TOOL_NAMES } from './tool-names.ts'

/** What a wish wants a tool for. */
export type Ability =
  | 'list'
  | 'glob'
  | 'read'
  | 'search'
  | 'write'
  | 'edit'
  | 'run'
  | 'delegate'
  | 'fetch'
  | 'searchWeb'
  | 'useSkill'
  | 'leavePlanMode'

/** What a wish knows; each ability uses some of it. */
export type Request = Readonly<Partial<Record<TextKey, string>>> & {
  readonly all?: boolean
  /** The folder that is meant where none is named. */
  readonly here?: string
}

type TextKey = Exclude<Role, 'all' | 'action' | 'mode' | 'lineNumbers' | 'limit'>

/** One way to do it: the tools that can, by their names without case and punctuation, and what they are told. */
export type Route = {
  readonly names: readonly string[]
  readonly needed: (request: Request) => RoleValues
  readonly optional?: (request: Request) => RoleValues
}

/** The ways to each ability, the best first: a tool of its own, then an editor, then the shell. */
export const ABILITIES: Readonly<Record<Ability, readonly Route[]>> = {
  list: [
    { names: TOOL_NAMES.list, needed: inFolder },
    { names: TOOL_NAMES.glob, needed: () => ({ pattern: '*' }), optional: optionalFolder },
    {
      names: TOOL_NAMES.editor,
      needed: ({ folder, here = '.' }) => ({ action: 'view', path: folder ?? here }),
    },
    shell(({ folder = '.' }) => `ls -la ${shellQuote(folder)}`),
  ],
  glob: [
    { names: TOOL_NAMES.glob, needed: only('pattern'), optional: optionalFolder },
    shell(
      ({ folder = '.', pattern = '*' }) =>
        `find ${shellQuote(folder)} -path ./node_modules -prune -o -name ${shellQuote(pattern.replace(/^.*\//, ''))} -print`,
    ),
  ],
  read: [
    {
      names: TOOL_NAMES.read,
      needed: only('path'),
    },
    { names: TOOL_NAMES.editor, needed: ({ path }) => ({ action: 'view', ...given('path', path) }) },
    shell(({ path = '' }) => `cat ${shellQuote(path)}`),
  ],
  search: [
    {
      names: TOOL_NAMES.search,
      needed: only('pattern'),
      optional: ({ folder }) => ({
        ...given('folder', folder),
        mode: 'content',
        lineNumbers: true,
        limit: 100,
      }),
    },
    shell(
      ({ pattern = '', folder = '.' }) =>
        `grep -rnE --exclude-dir=node_modules --exclude-dir=.git -e ${shellQuote(pattern)} ${shellQuote(folder)} | head -100`,
    ),
  ],
  write: [
    {
      names: TOOL_NAMES.write,
      needed: ({ path, content }) => ({ ...given('path', path), ...given('content', content) }),
    },
    {
      names: TOOL_NAMES.editor,
      needed: ({ path, content }) => ({
        action: 'create',
        ...given('path', path),
        ...given('content', content),
      }),
    },
    shell(({ path = '', content = '' }) => `printf '%s' ${shellQuote(content)} > ${shellQuote(path)}`),
  ],
  edit: [
    {
      names: TOOL_NAMES.edit,
      needed: replacement,
      optional: ({ all }) => (all === true ? { all } : {}),
    },
    { names: TOOL_NAMES.editor, needed: request => ({ action: 'str_replace', ...replacement(request) }) },
  ],
  run: [shell(({ command = '' }) => command)],
  delegate: [
    {
      names: TOOL_NAMES.delegate,
      needed: only('prompt'),
      optional: ({ title, agent }) => ({ ...given('title', title), ...given('agent', agent) }),
    },
  ],
  fetch: [
    {
      names: TOOL_NAMES.fetch,
      needed: only('url'),
      optional: ({ prompt }) => given('prompt', prompt),
    },
    shell(({ url = '' }) => `curl -sSL --max-time 20 ${shellQuote(url)} | head -c 20000`),
  ],
  searchWeb: [
    {
      names: TOOL_NAMES.searchWeb,
      needed: only('query'),
    },
  ],
  useSkill: [{ names: TOOL_NAMES.useSkill, needed: only('skill') }],
  leavePlanMode: [{ names: TOOL_NAMES.leavePlanMode, needed: () => ({}), optional: only('plan') }],
}

function shell(toCommand: (request: Request) => string): Route {
  return {
    names: TOOL_NAMES.shell,
    needed: request => ({ command: toCommand(request) }),
    optional: ({ title }) => given('title', title),
  }
}

function inFolder({ folder, here = '.' }: Request): RoleValues {
  return { folder: folder ?? here }
}

function optionalFolder({ folder }: Request): RoleValues {
  return given('folder', folder)
}

function replacement({ path, old, new: replaced }: Request): RoleValues {
  return { ...given('path', path), ...given('old', old), ...given('new', replaced) }
}

function only(role: TextKey): (request: Request) => RoleValues {
  return request => given(role, request[role])
}

function given(role: TextKey, value: string | undefined): RoleValues {
  return value === undefined ? {} : { [role]: value }
}
