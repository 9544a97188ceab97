import { useCallback, useLayoutEffect, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { readTheme, type Theme } from './theme.ts'

/** The page's theme, and how to change it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => readTheme(readChoice('theme')))
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  const choose = useCallback((next: Theme) => {
    keepChoice('theme', next)
    setTheme(next)
  }, [])
  return [theme, choose]
}
