<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>laptime::ui::CloseGuard</name>
    <message numerus="yes">
        <source>%n run(s) are active.</source>
        <translation>
            <numerusform>%n run is active.</numerusform>
            <numerusform>%n runs are active.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::Crosshair</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::DataFound</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::DataSection</name>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n number(s) to learn</source>
        <translation>
            <numerusform>%n number to learn</numerusform>
            <numerusform>%n numbers to learn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) each</source>
        <translation>
            <numerusform>%n token each</numerusform>
            <numerusform>%n tokens each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::DeviceLanes</name>
    <message numerus="yes">
        <source>Queue: %n waiting</source>
        <translation>
            <numerusform>Queue: %n waiting</numerusform>
            <numerusform>Queue: %n waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::EvaluationView</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::MainWindow</name>
    <message numerus="yes">
        <source>Stopping %n run(s); the window closes when they are safe.</source>
        <translation>
            <numerusform>Stopping %n run; the window closes when it is safe.</numerusform>
            <numerusform>Stopping %n runs; the window closes when they are safe.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n active</numerusform>
            <numerusform>%n active</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::PredictPage</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::RunCommands</name>
    <message numerus="yes">
        <source>Tags of %n run(s)</source>
        <translation>
            <numerusform>Tags of %n run</numerusform>
            <numerusform>Tags of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s) cannot be deleted; stop them first.</source>
        <translation>
            <numerusform>%n active run cannot be deleted; stop it first.</numerusform>
            <numerusform>%n active runs cannot be deleted; stop them first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) deleted.</source>
        <translation>
            <numerusform>%n run deleted.</numerusform>
            <numerusform>%n runs deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::RunsModel</name>
    <message numerus="yes">
        <source>%1 (%n runs)</source>
        <translation>
            <numerusform>%1 (%n run)</numerusform>
            <numerusform>%1 (%n runs)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::RunsPanel</name>
    <message numerus="yes">
        <source>%n run(s) are hidden by it.</source>
        <translation>
            <numerusform>%n run is hidden by it.</numerusform>
            <numerusform>%n runs are hidden by it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %n run</numerusform>
            <numerusform>%1 of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::TimePlot</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::WorkBar</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
