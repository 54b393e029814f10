import { useEffect, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import type { OfferedPanel } from '../ask/panel-choice.ts'
import type { Reliability } from './in-words.ts'

/** The figures of panels by name; a text where they could not be fetched. */
export type PanelFigures = ReadonlyMap<string, Reliability | string>

/** Fetches the figures of panels, one after the other: a page must not use up the requests of a second. */
export function usePanelFigures(panels: OfferedPanel[]): PanelFigures {
  const { edge } = useSession()
  const [figures, setFigures] = useState<PanelFigures>(new Map())
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function fetchAll(): Promise<void> {
      for (const panel of panels.filter(({ models }) => models.length > 1)) {
        const found = await figuresOf(edge, panel, signal)
        if (signal.aborted) return
        setFigures((before) => new Map(before).set(panel.name, found))
      }
    }
    setFigures(new Map())
    void fetchAll()
    return () => leaving.abort()
  }, [edge, JSON.stringify(panels)])
  return figures
}

async function figuresOf(
  edge: EdgeClient,
  { models }: OfferedPanel,
  signal: AbortSignal,
): Promise<Reliability | string> {
  try {
    return await edge.reliability({ models, signal })
  } catch (error) {
    return problemOf(error).message
  }
}
