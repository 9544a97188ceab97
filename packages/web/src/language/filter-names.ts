/** The filters of a search, as the server reads them. */
export const FILTER_NAMES = [
  'project',
  'role',
  'tool',
  'model',
  'before',
  'after',
  'branch',
  'is',
  'kind',
  'context',
  'session',
  'agent',
] as const
