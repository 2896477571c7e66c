import { parentOf } from '../files.ts'
import { mysqlFor, otherDatabases } from './databases.ts'
import { type SetUpMaterial, type SetUpSystem, type Step, type StepPart, nameOf } from './step.ts'
import { commandParts, folderText, openStep, unknownStart, unzipStep } from './terminal.ts'

/** The command of a wrapper, which brings Maven or Gradle. */
const wrapper = /^(?:\.\/)?(mvnw|gradlew)(?:\.cmd|\.bat)?(?= )/

export function javaSteps(material: SetUpMaterial, system: SetUpSystem): Step[] {
  const { facts, name } = material
  const { tool, root, install, start, port, libraries, entry } = facts
  const databases = [...mysqlFor(facts, system), ...otherDatabases(facts, system)]
  const isBuilt = tool === 'maven' || tool === 'gradle'
  const hasWrapper = start.some(({ line }) => wrapper.test(line))
  const servlets = libraries.find((one) => one === 'javax' || one === 'jakarta')
  const jars = libraries.filter((one) => one.endsWith('.jar'))
  const run = (line: string) => line.replace(wrapper, system === 'windows' ? '$1' : './$1')
  if (tool === 'tomcat' || servlets)
    return [
      {
        id: 'tools',
        title: 'Install Java, Tomcat and an editor',
        parts: [
          { text: 'Get JDK 17 from adoptium.net.' },
          {
            text:
              servlets === 'jakarta'
                ? 'Get Tomcat 10 from tomcat.apache.org: its servlets import jakarta.servlet, which Tomcat 9 does not have.'
                : 'Get Tomcat 9 from tomcat.apache.org: its servlets import javax.servlet, which Tomcat 10 does not have.',
          },
          {
            text:
              tool === 'netbeans'
                ? 'It is a project of NetBeans: get that from netbeans.apache.org.'
                : install.length > 0
                  ? 'Get Maven from maven.apache.org.'
                  : 'Get Eclipse IDE for Enterprise Java from eclipse.org.',
          },
        ],
      },
      unzipStep(root, system, { isTerminal: install.length > 0 }),
      ...databases,
      install.length > 0
        ? {
            id: 'start',
            title: 'Build it and give it to Tomcat',
            parts: [
              ...commandParts(install, root),
              {
                text: 'This makes a file that ends in .war in the folder target. Copy it into the folder webapps of Tomcat, and start Tomcat with startup in its folder bin.',
              },
            ],
          }
        : {
            id: 'start',
            title: 'Run it on Tomcat',
            parts: [
              {
                text:
                  tool === 'netbeans'
                    ? `Choose File, Open Project and ${folderText(root)}. Add Tomcat under Tools, Servers, and press Run.`
                    : tool === 'eclipse'
                      ? `Choose File, Import, Existing Projects into Workspace and ${folderText(root)}. Then right-click it, Run As, Run on Server.`
                      : `It brings no project of an editor. Make one with File, New, Dynamic Web Project, copy its Java files into src/main/java and what lies in ${folderText(parentOf(entry ?? ''))} into src/main/webapp. Then right-click it, Run As, Run on Server.`,
              },
              ...jarParts(jars),
            ],
          },
      {
        id: 'open',
        title: 'Open it',
        parts: [
          {
            text: 'Its address begins with http://localhost:8080/ and goes on with the name under which Tomcat has it, which the editor shows when it runs it.',
          },
          ...(entry && /\.(?:jsp|html?)$/.test(entry)
            ? [{ text: `Its first page is ${nameOf(entry)}.` }]
            : []),
        ],
      },
    ]
  if (isBuilt)
    return [
      {
        id: 'tools',
        title: hasWrapper ? 'Install Java' : `Install Java and ${tool === 'maven' ? 'Maven' : 'Gradle'}`,
        parts: [
          { text: 'Get JDK 17 from adoptium.net.' },
          ...(hasWrapper
            ? []
            : [
                {
                  text:
                    tool === 'maven'
                      ? 'Get Maven from maven.apache.org, and put its folder bin into PATH.'
                      : 'Get Gradle from gradle.org, and put its folder bin into PATH.',
                },
              ]),
        ],
      },
      unzipStep(start[0]?.folder ?? root, system),
      ...databases,
      {
        id: 'start',
        title: 'Start it',
        parts:
          start.length > 0
            ? [
                ...commandParts(
                  [...install, ...start].map((one) => ({ ...one, line: run(one.line) })),
                  start[0]!.folder,
                ),
                { text: 'The first time it loads its libraries, which takes some minutes.' },
              ]
            : [unknownStart(entry)],
      },
      openStep(port),
    ]
  if (start.length > 0)
    return [
      { id: 'tools', title: 'Install Java', parts: [{ text: 'Get JDK 17 from adoptium.net.' }] },
      unzipStep(start[0]!.folder, system),
      ...databases,
      {
        id: 'start',
        title: 'Compile and start it',
        parts: commandParts([...install, ...start], start[0]!.folder),
      },
      openStep(port),
    ]
  const editor = tool === 'eclipse' ? 'Eclipse' : 'NetBeans'
  return [
    {
      id: 'tools',
      title: `Install Java and ${editor}`,
      parts: [
        { text: 'Get JDK 17 from adoptium.net.' },
        {
          text:
            tool === 'eclipse'
              ? 'Get Eclipse IDE for Java Developers from eclipse.org.'
              : 'Get NetBeans from netbeans.apache.org.',
        },
      ],
    },
    unzipStep(root, system, { isTerminal: false }),
    ...databases,
    {
      id: 'start',
      title: `Run it in ${editor}`,
      parts: [
        {
          text:
            tool === null
              ? `Choose File, New Project, Java with Ant, Java Project with Existing Sources, and ${folderText(parentOf(entry ?? ''))}.`
              : tool === 'eclipse'
                ? `Choose File, Import, Existing Projects into Workspace, and ${folderText(root)}.`
                : `Choose File, Open Project, and ${folderText(root)}.`,
        },
        ...jarParts(jars),
        {
          text: entry
            ? `Right-click ${nameOf(entry)} (${entry}) and choose Run${tool === 'eclipse' ? ' As, Java Application' : ' File'}.`
            : 'We do not know which class starts it: look for one with a main method and run that.',
        },
        ...(name === '' ? [] : []),
      ],
    },
  ]
}

const jarParts = (jars: string[]): StepPart[] =>
  jars.length > 0
    ? [
        {
          text: `If the editor does not find its libraries, add these to its libraries (its build path): ${jars.slice(0, 6).join(', ')}${jars.length > 6 ? ' …' : ''}.`,
        },
      ]
    : []
