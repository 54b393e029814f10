import { useEffect, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { type OfferedPanel, offeredPanels } from '../ask/panel-choice.ts'
import type { Models } from '../ask/use-models.ts'
import type { Reliability } from './in-words.ts'

/** The figures of panels by name; a text where they could not be fetched. */
export type PanelFigures = ReadonlyMap<string, Reliability | string>

/** Fetches the figures of all panels, one after the other: a page must not use up the requests of a second. */
export function usePanelFigures(models: Models | null): PanelFigures {
  const { edge } = useSession()
  const [figures, setFigures] = useState<PanelFigures>(new Map())
  useEffect(() => {
    if (models === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    async function fetchAll(panels: OfferedPanel[]): Promise<void> {
      for (const panel of panels) {
        const found = await figuresOf(edge, panel, signal)
        if (signal.aborted) return
        setFigures((before) => new Map(before).set(panel.name, found))
      }
    }
    setFigures(new Map())
    void fetchAll(offeredPanels(models).filter((panel) => panel.models.length > 1))
    return () => leaving.abort()
  }, [edge, models])
  return figures
}

async function figuresOf(
  edge: EdgeClient,
  { name, models }: OfferedPanel,
  signal: AbortSignal,
): Promise<Reliability | string> {
  try {
    return await edge.reliability({ ...(name === '' ? { models } : { panel: name }), signal })
  } catch (error) {
    return problemOf(error).message
  }
}
