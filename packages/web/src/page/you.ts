import { mayAsk, type RoutePath, type You } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { type Context, createContext, useContext } from 'react'
import type { Client } from '../client/client.ts'

/** Whoever sits here until the server says who that is; it refuses what they may not do in any case. */
const OWNER: You = { name: null, role: 'owner', isLimited: false }

export const YouValue: Context<You> = createContext<You>(OWNER)

/** Who sits at this page, as the server knows them. */
export function useYou(): You {
  return useContext(YouValue)
}

/** Whether whoever sits here may ask something of the server: what they may not is not offered. */
export function useMay(path: RoutePath): boolean {
  return mayAsk(path, useYou().role)
}

/** Who the server says it is. */
export function useYouSource(client: Client): You {
  const { data } = useQuery({
    queryKey: ['about', {}],
    queryFn: ({ signal }) => client.get('about', {}, signal),
  })
  return data?.you ?? OWNER
}
