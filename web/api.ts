import { createContext } from 'react-router'

import type { Api } from '#contract/client.ts'
import type { ProblemError } from '#contract/kit/problem.ts'

/** The typed API as this request's client, for loaders on the server. Set in render.ts. */
export const apiContext = createContext<Api>()

/** A loader that meets a problem answers with the problem's own status and reaches the nearest error page. */
export const problemResponse = (error: ProblemError) => Response.json(error.problem, { status: error.status })
