import { Link, useLoaderData } from 'react-router'

import { projectOf } from '../../../catalogue/project.ts'
import { technologies } from '../../../catalogue/words.ts'

const projects = Array.from({ length: 12 }, (_, row) => projectOf({ projects: 12, seed: 1 }, row)).map(
  ({ description, ...project }) => ({ ...project, description: description.slice(0, 300) }),
)
const filters = technologies.slice(0, 32)

export const loader = () => ({ projects, filters })

export default function List() {
  const { projects, filters } = useLoaderData<typeof loader>()
  return (
    <>
      <header>
        <Link to="/">Readymade</Link>
        <nav>
          {['Projects', 'Categories', 'About', 'Contact'].map((name) => (
            <Link key={name} to={`/?page=${name}`}>
              {name}
            </Link>
          ))}
        </nav>
      </header>
      <form>
        {filters.map((name) => (
          <label key={name}>
            <input type="checkbox" name="technology" value={name} /> {name}
          </label>
        ))}
      </form>
      <main>
        {projects.map((project) => (
          <article key={project.id}>
            <h2>
              <Link to={`/?project=${project.id}`}>{project.title}</Link>
            </h2>
            <p>{project.description}</p>
            <p>
              {project.category} · {project.difficulty} · {project.technologies.join(', ')}
            </p>
            <p>
              ₹{project.price_paise / 100} · {project.rating_count} reviews · {project.sales_count} sold
            </p>
            <button type="button">Add to Cart</button>
          </article>
        ))}
      </main>
    </>
  )
}
