import { join } from 'node:path'
import type { RuleOfFiles } from '@antiphon/core/wire'

/** A file that a path rule may mean: where it would be, and how a person would write it. */
export type FileExample = { readonly path: string; readonly shown: string }

/** How much the content of a path rule names. */
export function toReach(content: string): RuleOfFiles['reach'] {
  if (/[*?[\\]/.test(content) || content.endsWith('/') || content === '~') return 'pattern'
  const isAnchored = /^(?:\/|~\/|\.\.?\/)/.test(content)
  return isAnchored || content.includes('/') ? 'one' : 'any-depth'
}

/** Files that a pattern could mean; whether it does, the judge has to say. */
export function listFileExamples(
  content: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): readonly FileExample[] {
  return ['example.txt', 'example'].flatMap(name =>
    fillPattern(content, name).map(shown => ({ shown, path: toPath(shown, cwd, home) })),
  )
}

function fillPattern(content: string, name: string): readonly string[] {
  const pattern = content === '~' ? '~/' : content
  const filled = pattern
    .replace(/\*\*$|(?<=\/)$/, `folder/${name}`)
    .replaceAll('**', 'folder')
    .replaceAll('*', 'example')
    .replaceAll('?', 'x')
    .replace(/\[([^\]!^])[^\]]*\]/g, '$1')
  // A name without a slash is meant at any depth.
  const isAnyDepth = !/^(?:\/|~\/|\.\.?\/)/.test(content) && !content.slice(0, -1).includes('/')
  return isAnyDepth ? [`folder/${filled}`, filled] : [filled]
}

function toPath(shown: string, cwd: string, home: string): string {
  if (shown.startsWith('//')) return shown.slice(1)
  if (shown.startsWith('~/')) return join(home, shown.slice(2))
  return join(cwd, shown)
}
