import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/** Whoever waits begins first, while there is something else to compute; the smallest files are the end of each project. */
const PROJECTS = ['screens', 'parts', 'product', 'page', 'units']

/** Small files that take long: begun late, one of them would run alone. The others go by their size. */
export const LONG_FILES = [
  'packages/converters/src/converters.test.ts',
  'packages/transcript/src/export/redact.test.ts',
  'packages/transcript/src/doctor/doctor-laws.test.ts',
  'packages/core/src/api/laws.test.ts',
  'packages/core/src/api/context-edit-laws.test.ts',
  'packages/search/src/query/create-line-filter.test.ts',
  'packages/server/src/workers/workers.test.ts',
  'packages/engine/src/permissions/laws.test.ts',
]

/** The order of test files: project by project, since a worker lives as long as its project, and what takes long first. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return sorted
      .map((file, place) => ({ file, keys: [...this.#rank(file), place] }))
      .sort((a, b) => compare(a.keys, b.keys))
      .map(({ file }) => file)
  }

  #rank({ project, moduleId }) {
    const path = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
    const long = LONG_FILES.indexOf(path)
    return [PROJECTS.indexOf(project.name), long === -1 ? LONG_FILES.length : long]
  }
}

function compare(first, second) {
  const at = first.findIndex((key, index) => key !== second[index])
  return at === -1 ? 0 : first[at] - second[at]
}
