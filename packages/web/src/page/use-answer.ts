import type { RouteAnswer, RoutePathOf, RouteQuestion } from '@antiphon/server/protocol'
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useClient } from './page-context.ts'

/** The server's answer to a question of one value: asked for while somebody looks, and called off when nobody does. */
export function useAnswer<Path extends RoutePathOf<{ method: 'get'; kind: 'value' }>>(
  path: Path,
  question: RouteQuestion<Path>,
  options: Omit<UseQueryOptions<RouteAnswer<Path>>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<RouteAnswer<Path>> {
  const client = useClient()
  return useQuery({
    ...options,
    queryKey: [path, question],
    queryFn: ({ signal }) => client.get(path, question, signal),
  })
}
