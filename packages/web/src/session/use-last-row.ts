import type { SessionRow } from '@antiphon/server/protocol'
import { useEffect, useState } from 'react'

/** A session whose file is gone keeps its name. */
export function useLastRow(row: SessionRow | undefined): SessionRow | undefined {
  const [last, setLast] = useState(row)
  useEffect(() => {
    if (row) setLast(row)
  }, [row])
  return row ?? (last && { ...last, isLive: false })
}
