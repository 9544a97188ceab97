import picomatch from 'picomatch'

/** What a list of globs says of a path: taken, left out, or nothing. */
type GlobVerdict = 'include' | 'exclude' | 'none'

export interface GlobFilter {
  /** `path` is relative to the folder that is searched, with slashes. */
  judge(path: string, isFolder: boolean): GlobVerdict
}

/**
 * Globs as ripgrep takes them: the last that matches decides, `!` leaves out, one without a slash matches at any
 * depth, and once there is one that takes, files that none takes are left out.
 */
export function createGlobFilter(globs: readonly string[]): GlobFilter {
  const rules = globs.map(toRule).reverse()
  const isSelective = rules.some(({ verdict }) => verdict === 'include')
  return {
    judge(path, isFolder) {
      const rule = rules.find(({ matches }) => matches(path))
      return rule?.verdict ?? (isSelective && !isFolder ? 'exclude' : 'none')
    },
  }
}

/** A matcher for a glob; without a slash it matches at any depth. */
export function createGlobMatcher(glob: string): (path: string) => boolean {
  const anchored = glob.replace(/^\.?\//, '')
  const pattern = glob.includes('/') ? anchored : `**/${glob}`
  return picomatch(pattern, { dot: true, noextglob: true, nonegate: true })
}

/** Why a glob is not used: it would take too long to match. Null for a good one. */
export function refuseGlob(glob: string): string | null {
  if (glob.trim() === '') return 'The glob is empty.'
  if (glob.length > MAXIMUM_UNITS) return `The glob has more than ${MAXIMUM_UNITS} characters.`
  const stars = Math.max(...glob.split('/').map(part => part.split('*').length - 1))
  return stars > MAXIMUM_STARS
    ? `More than ${MAXIMUM_STARS} stars in one part of the glob. Simplify it.`
    : null
}

const MAXIMUM_UNITS = 1000
const MAXIMUM_STARS = 5

type Rule = { readonly verdict: 'include' | 'exclude'; readonly matches: (path: string) => boolean }

function toRule(glob: string): Rule {
  const isNegative = glob.startsWith('!')
  return {
    verdict: isNegative ? 'exclude' : 'include',
    matches: createGlobMatcher(isNegative ? glob.slice(1) : glob),
  }
}
